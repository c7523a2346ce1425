#include "interp/cli/searching.hpp"

#include <fmt/format.h>

#include "interp/cli/command.hpp"

namespace coreecs {

std::optional<Shard> read_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return std::nullopt;
  const std::string number = text.substr(0, slash), of = text.substr(slash + 1);
  if (!natural()(number).empty() || !natural()(of).empty()) return std::nullopt;
  const Shard shard{std::stoull(number), std::stoull(of)};
  return 1 <= shard.number && shard.number <= shard.of && shard.of <= Shard::most ? std::optional(shard) : std::nullopt;
}

namespace {

const CLI::Validator shard(
    [](const std::string& text) {
      return read_shard(text) ? "" : fmt::format("expected K/N with 1 <= K <= N <= {}, found {}", Shard::most, text);
    },
    "K/N");

}  // namespace

const CLI::Validator& is_shard() { return shard; }
CLI::Validator is_seconds() { return real_between(0, 1e9); }

}  // namespace coreecs
