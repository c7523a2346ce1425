/// [oracle] Drives an engine in a process of its own, so that an assertion or an endless loop is a result like others.
#pragma once

#include <chrono>
#include <functional>

#include "interp/oracle/drive.hpp"

namespace coreecs {

/// The result of `drive`, which is of this case, called in a fork of this process. If the fork ends before it, or takes
/// longer than this, the result is No, by Crashed or Silent. A No of another kind is driven once more, in this process,
/// for its details. What the fork writes on its standard error is Driven::said. `drive` makes the engine that it
/// drives: threads do not live on in a fork. Throws Interrupted, and std::bad_alloc if that is why the fork ended.
[[nodiscard]] Driven isolated(const EngineCase& of, std::chrono::milliseconds within,
                              const std::function<Driven()>& drive);

}  // namespace coreecs
