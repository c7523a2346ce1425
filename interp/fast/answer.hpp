/// What a question comes to that is decided within limits.
#pragma once

namespace coreecs {

enum class Answer { Yes, No, Unknown };

}  // namespace coreecs
