#include "interp/views/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/language/notation/formula.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/views/report/answer.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

/// The place of a schedule in a document, and what to replace it with.
struct Replacement {
  std::string pointer;
  ordered_json by;
};

/// The smallest part that contains all differences.
Replacement replacement(const ordered_json& document, const std::string& name, const Schedule& z) {
  const ordered_json* from = &document["schedules"][name];
  Replacement found{"/schedules/" + name, tree(z)};
  while (from->begin().key() == found.by.begin().key() && from->front().is_array() && found.by.front().is_array() &&
         from->front().size() == found.by.front().size()) {
    const ordered_json &parts = from->front(), parts_ = found.by.front();
    std::vector<std::size_t> different;
    for (std::size_t k = 0; k < parts.size(); ++k)
      if (parts[k] != parts_[k]) different.push_back(k);
    if (different.size() != 1) break;
    found.pointer += fmt::format("/{}/{}", from->begin().key(), different.front());
    from = &parts[different.front()];
    found.by = ordered_json(parts_[different.front()]);
  }
  return found;
}

const char* name(Edit::Kind change) {
  switch (change) {
    case Edit::Kind::Seq:
      return "seq";
    case Edit::Kind::Then:
      return "then";
    case Edit::Kind::ThenBack:
      break;
  }
  return "then_back";
}

std::string words(const Concurrency& c, bool exact) {
  return fmt::format("{1}, {0}, longest chain {2}", show_count(c.linearizations, exact),
                     plural(c.invocations, "invocation"), c.longest_chain);
}

/// What was found, and that other edits are not enough.
std::string which(const Suggestions& suggestions) {
  const std::size_t edits = suggestions.found.front().edits.size();
  if (suggestions.combined)
    return fmt::format("No edit and no pair of edits{} makes it {} from this start; this set of {} does",
                       suggestions.tried < suggestions.candidates ? " that was tried" : "", suggestions.wanted, edits);
  return fmt::format("{} make it {} from this start",
                     edits == 1 ? "These edits each" : "No single edit is enough; these pairs of edits",
                     suggestions.wanted);
}

/// Why there is no suggestion.
std::string why_none(const Suggestions& suggestions) {
  if (suggestions.is_so) return fmt::format("No edit needed: it is {} already", suggestions.wanted);
  std::string none =
      fmt::format("No edit of the schedule was found that makes it {} from this start", suggestions.wanted);
  switch (suggestions.in_turn) {
    case InTurn::Suggested:
      break;
    case InTurn::NotTried:
      return none + ": the search was cut short";
    case InTurn::NotAsWanted:
      return none + ": it is not so even if everything runs one after the other";
    case InTurn::Undecided:
      return none + ": even one after the other, its run exceeds the limit";
    case InTurn::Fails:
      return none + ": even one after the other, its run fails";
  }
  return none;
}

std::string marked(const Edited& with) {
  return show(with.z, [&](std::size_t place, const std::string& text) {
    return std::binary_search(with.marks.begin(), with.marks.end(), place) ? "[" + text + "]" : text;
  });
}

/// How it ends, compared with the reference run of the original schedule.
std::string end(const Suggestion& suggestion, const std::string& schedule, const Notation& notation) {
  if (suggestion.ends_alike == Answer::Yes) return "ends in the same state as the reference run of " + schedule;
  if (suggestion.ends_alike == Answer::Unknown) return "unknown whether it ends in the same state as the reference run";
  std::string out = "ends differently from the reference run of " + schedule;
  const auto knows = [&](const std::optional<Value>& k) {
    bool all = true;
    if (k) for_each_entity(*k, [&](Entity e) { all = all && notation.names.knows(e); });
    return all;
  };
  if (!suggestion.l || !knows(suggestion.k) || !knows(suggestion.instead)) return out;
  out += ": with ";
  notation.binding(out, *suggestion.l, suggestion.instead ? &*suggestion.instead : nullptr);
  out += ", not ";
  if (suggestion.k)
    notation.value(out, *suggestion.k, notation.schema[suggestion.l->i].type);
  else
    out += "⊥";
  return out;
}

/// That updates are lost, if so; otherwise nothing.
std::string lost(const LostUpdates& updates, const Notation& notation) {
  if (updates.exist == Answer::No) return "";
  std::string where;
  if (!updates.found.empty() && !updates.found.front().l.e.created())
    where = " at " + show(updates.found.front().l, notation);
  return fmt::format("      an update {} lost{}; with --lost-updates, --suggest looks for edits that lose none\n",
                     updates.exist == Answer::Yes ? "is" : "may be", where);
}

}  // namespace

std::string show(const Suggestions& suggestions, const NamedSchedule& schedule, const ordered_json& document,
                 const Notation& notation, bool exact) {
  std::string out;
  if (suggestions.found.empty())
    out = fmt::format("  {}\n", why_none(suggestions));
  else
    out = fmt::format("  {}. Now: {}\n", which(suggestions), words(suggestions.now, exact));
  for (const Suggestion& suggestion : suggestions.found) {
    const Replacement replace = replacement(document, schedule.name, suggestion.with.z);
    out += fmt::format("    {}\n      leaves {}\n      {}\n{}      at {} write {}\n", marked(suggestion.with),
                       words(suggestion.left, exact), end(suggestion, schedule.name, notation),
                       lost(suggestion.lost_updates, notation), replace.pointer, replace.by.dump());
  }
  if (suggestions.tried < suggestions.candidates || (suggestions.found.empty() && !suggestions.is_so))
    out += fmt::format("  {} of {} single edits and pairs were tried\n", suggestions.tried, suggestions.candidates);
  if (suggestions.undecided > 0) out += fmt::format("  for {} of them the limit was reached\n", suggestions.undecided);
  return out;
}

void json_tried(JsonWriter& out, const Suggestions& suggestions) {
  out.wide_object([&] {
    out.member("candidates", suggestions.candidates);
    out.member("tried", suggestions.tried);
    out.member("undecided", suggestions.undecided);
    out.member("combined", suggestions.combined);
    out.member("wanted", suggestions.wanted);
    out.member("is_so", suggestions.is_so);
    out.member("longest_chain_now", suggestions.now.longest_chain);
  });
}

void json(JsonWriter& out, const Suggestions& suggestions, const NamedSchedule& schedule,
          const ordered_json& document) {
  ordered_json all = ordered_json::array();
  for (const Suggestion& suggestion : suggestions.found) {
    ordered_json edits = ordered_json::array();
    for (const Edit& edit : suggestion.edits)
      edits.push_back(
          {{"change", name(edit.change)}, {edit.place % 2 == 0 ? "leaf" : "before_leaf", (edit.place + 1) / 2}});
    const Replacement replace = replacement(document, schedule.name, suggestion.with.z);
    all.push_back({{"edits", edits},
                   {"pointer", replace.pointer},
                   {"write", replace.by},
                   {"invocations", suggestion.left.invocations},
                   {"linearizations", suggestion.left.linearizations},
                   {"longest_chain", suggestion.left.longest_chain},
                   {"ends_as_now", suggestion.ends_alike == Answer::Unknown
                                       ? ordered_json()
                                       : ordered_json(suggestion.ends_alike == Answer::Yes)}});
  }
  out.compact([&] { write(out, all); });
}

}  // namespace coreecs
