#include "interp/check/record/trace_event.hpp"

#include <fmt/format.h>

namespace coreecs {

void complete_event(JsonWriter& json, const std::string& name, const char* category, std::size_t thread,
                    double microseconds, double duration) {
  json.member("ph", "X");
  json.member("pid", 1);
  json.member("tid", thread);
  json.key("ts").written(fmt::format("{:.3f}", microseconds));
  json.key("dur").written(fmt::format("{:.3f}", duration));
  json.member("cat", category);
  json.member("name", name);
}

void name_event(JsonWriter& json, const char* what, std::optional<std::size_t> thread, const std::string& name) {
  json.line(4).wide_object([&] {
    json.member("ph", "M");
    json.member("pid", 1);
    if (thread) json.member("tid", *thread);
    json.member("name", what);
    json.key("args").wide_object([&] { json.member("name", name); });
  });
}

}  // namespace coreecs
