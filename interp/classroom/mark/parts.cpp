#include "interp/classroom/mark/parts.hpp"

#include <nlohmann/json.hpp>

#include "interp/base/json/place.hpp"

namespace coreecs {

using nlohmann::ordered_json;

const ordered_json* part(const ordered_json& document, const std::string& pointer) {
  const ordered_json* here = &document;
  for (const std::string& step : way(pointer)) {
    if (!here->is_object()) return nullptr;
    const auto next = here->find(step);
    if (next == here->end()) return nullptr;
    here = &*next;
  }
  return here;
}

void put(ordered_json& document, const std::string& pointer, const ordered_json* value) {
  const Way steps = way(pointer);
  ordered_json* here = &document;
  for (std::size_t step = 0; step + 1 < steps.size(); ++step) {
    if (!here->is_object() || (!value && !here->contains(steps[step]))) return;
    here = &(*here)[steps[step]];
    if (here->is_null()) *here = ordered_json::object();
  }
  if (!here->is_object()) return;
  if (value)
    (*here)[steps.back()] = *value;
  else
    here->erase(steps.back());
}

}  // namespace coreecs
