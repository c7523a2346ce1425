#include "interp/apps/importer/bevy_frame.hpp"

#include <algorithm>
#include <set>

namespace coreecs::importer {

namespace {

// RunFixedUpdateLoop and RunFixedMainLoop are one place: Bevy renamed it in 0.13. Since 0.14, the crate bevy_state adds
// StateTransition.
constexpr std::string_view before_fixed[] = {"First", "PreUpdate", "StateTransition"};
constexpr std::string_view loops[] = {"RunFixedUpdateLoop", "RunFixedMainLoop"};
constexpr std::string_view fixed[] = {"FixedFirst", "FixedPreUpdate", "FixedUpdate", "FixedPostUpdate", "FixedLast"};
constexpr std::string_view after_fixed[] = {"Update", "SpawnScene", "PostUpdate", "Last"};

}  // namespace

BevyFrame::BevyFrame(Assembly& assembly, const std::vector<std::string>& schedules) : assembly_(assembly) {
  const std::set<std::string_view> all(schedules.begin(), schedules.end());
  if (all.size() < 2) return;
  const auto keep = [&](const auto& names) {
    for (const std::string_view name : names)
      if (all.count(name) > 0) in_order_.emplace_back(name);
  };
  keep(before_fixed);
  keep(loops);
  keep(fixed);
  keep(after_fixed);
  if (in_order_.size() < 2) return;
  using Nodes = std::vector<app::Node>;
  const auto add = [&](const auto& names, Nodes& chain) {
    for (const std::string_view name : names) {
      if (all.count(name) == 0) continue;
      const std::size_t set = assembly.add_set(std::string(name), {});
      sets_.emplace(name, set);
      chain.push_back({app::Node::Kind::Set, set});
    }
  };
  Nodes main, loop, rounds;
  add(before_fixed, main);
  add(loops, loop);
  add(fixed, rounds);
  if (!rounds.empty()) {
    block_ = rounds.size() == 1 ? rounds[0].position : assembly.add_set("FixedMain", {});
    const app::Node block{app::Node::Kind::Set, *block_};
    assembly.app().sets[*block_].repeat =
        app::Repeat{.least = 0, .most = most_rounds, .json = "[0, " + std::to_string(most_rounds) + "]"};
    for (const app::Node& one : rounds)
      if (one != block) assembly.of(one).in.push_back(*block_);
    if (loop.empty())
      loop.push_back(block);
    else
      assembly.of(block).in.push_back(loop.back().position);
  }
  main.insert(main.end(), loop.begin(), loop.end());
  add(after_fixed, main);
  for (Nodes* chain : {&main, &rounds})
    if (chain->size() > 1) assembly.app().chains.push_back(std::move(*chain));
}

bool BevyFrame::has(const std::string& schedule) const {
  return std::find(in_order_.begin(), in_order_.end(), schedule) != in_order_.end();
}

std::optional<std::size_t> BevyFrame::set(const std::string& schedule) const {
  const auto found = sets_.find(schedule);
  return found == sets_.end() ? std::nullopt : std::optional(found->second);
}

std::string BevyFrame::words() const {
  std::string out = in_order_.size() == 1 ? "the schedule " : "the schedules ";
  for (std::size_t k = 0; k < in_order_.size(); ++k)
    out += (k == 0 ? "" : k + 1 == in_order_.size() ? " and " : ", ") + in_order_[k];
  return out;
}

void BevyFrame::warn(const TextPosition& at) const {
  if (sets_.empty()) return;
  std::string message = "found " + words() + "; the app has them in the order of Bevy's frame";
  if (block_)
    message += ", and " + assembly_.app().sets[*block_].name + " 0 to " + std::to_string(most_rounds) +
               " times in each: write what your app has, as \"repeat\"";
  assembly_.warn(at, std::move(message));
}

}  // namespace coreecs::importer
