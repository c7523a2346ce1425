#include "interp/base/json/tree.hpp"

#include <nlohmann/json.hpp>

namespace coreecs {

using nlohmann::ordered_json;

ordered_json tree(const Json& json) {
  struct Visitor {
    ordered_json operator()(Json::Refused) const { return nullptr; }
    ordered_json operator()(Json::Null) const { return nullptr; }
    ordered_json operator()(bool b) const { return b; }
    ordered_json operator()(std::int64_t n) const { return n; }
    ordered_json operator()(double x) const { return x; }
    ordered_json operator()(std::string_view s) const { return s; }
    ordered_json operator()(Json::List list) const {
      ordered_json all = ordered_json::array();
      for (const Json& element : list) all.push_back(tree(element));
      return all;
    }
    ordered_json operator()(Json::Object object) const {
      ordered_json::object_t all;
      for (const Json::Member& member : object)  // emplace would search for an equal key
        all.emplace_back(std::string(member.key), tree(member.value));
      return all;
    }
  };
  return std::visit(Visitor{}, json.sum());
}

ordered_json read_tree(std::string_view text) {
  Problems problems;
  const Document document(text, problems);
  return tree(*document.root());
}

void write(JsonWriter& out, const ordered_json& tree) {
  if (tree.is_object())
    out.object([&] {
      for (const auto& member : tree.items()) write(out.key(member.key()), member.value());
    });
  else if (tree.is_array())
    out.list([&] {
      for (const ordered_json& element : tree) write(out, element);
    });
  else if (tree.is_string())
    out.value(std::string_view(tree.get_ref<const std::string&>()));
  else if (tree.is_number_float())
    out.value(tree.get<double>());
  else
    out.written(tree.dump());
}

std::string compact(const ordered_json& tree) {
  std::string out;
  JsonWriter writer(out);
  writer.compact([&] { write(writer, tree); });
  return out;
}

std::string laid_out(const ordered_json& tree) {
  return laid_out([&](JsonWriter& out) { write(out, tree); });
}

}  // namespace coreecs
