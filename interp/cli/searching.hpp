/// The options of searches: which part of all cases, and a time limit.
#pragma once

#include <optional>
#include <string>

#include "interp/search/shard.hpp"

namespace CLI {
class Validator;
}

namespace coreecs {

/// "K/N"
[[nodiscard]] std::optional<Shard> read_shard(const std::string& text);
[[nodiscard]] const CLI::Validator& is_shard();
/// A number of seconds, up to 30 years.
[[nodiscard]] CLI::Validator is_seconds();

}  // namespace coreecs
