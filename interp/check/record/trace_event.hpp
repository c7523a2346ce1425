/// Single events of the Chrome trace event format, as members of JSON objects.
#pragma once

#include <optional>

#include "interp/base/json/writer.hpp"

namespace coreecs {

/// The members of a complete event: what a thread did, from when and for how long, both in microseconds.
void complete_event(JsonWriter& json, const std::string& name, const char* category, std::size_t thread,
                    double microseconds, double duration);
/// The name of the process, or of a thread, in the viewer; `what` is "process_name" or "thread_name".
void name_event(JsonWriter& json, const char* what, std::optional<std::size_t> thread, const std::string& name);

}  // namespace coreecs
