#include "interp/base/json/place.hpp"

#include <sstream>

namespace coreecs {

namespace {

/// Reports a message at the end of a way, whose first `step` steps lead to this place and this value.
void report_from(Problems& problems, const Place& place, const Json* json, const Way& way, std::size_t step,
                 const std::string& message) {
  if (step == way.size()) return problems.report(place, message);
  if (const auto* object = json ? json->as<Json::Object>() : nullptr) {
    const Json::Member* member = find(*object, way[step]);
    const auto position = member ? static_cast<std::size_t>(member - object->begin()) : object->size();
    return report_from(problems, place.member(way[step], position), member ? &member->value : nullptr, way, step + 1,
                       message);
  }
  const auto* list = json ? json->as<Json::List>() : nullptr;
  const std::size_t position = list ? std::stoul(way[step]) : 0;
  report_from(problems, list ? place.element(position) : place.member(way[step], 0),
              list && position < list->size() ? &(*list)[position] : nullptr, way, step + 1, message);
}

}  // namespace

Way way(const std::string& pointer) {
  Way out;
  std::istringstream in(pointer);
  in.exceptions(std::ios::badbit);  // memory that runs out is not the end of the text
  std::string token;
  std::getline(in, token, '/');  // before the first slash
  while (std::getline(in, token, '/')) {
    for (std::size_t at = 0; (at = token.find('~', at)) != std::string::npos; ++at)
      token.replace(at, 2, token[at + 1] == '1' ? "/" : "~");
    out.push_back(token);
  }
  return out;
}

void report_at(Problems& problems, const Json& document, const Way& way, const std::string& message) {
  report_from(problems, {}, &document, way, 0, message);
}

}  // namespace coreecs
