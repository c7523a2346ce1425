#include "interp/apps/triage/show.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "interp/apps/triage/words.hpp"
#include "interp/base/json/escape.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/views/report/answer.hpp"

namespace coreecs::triage {

namespace {

constexpr std::size_t most_shown = 4;  // pairs of a group, without `details`

/// "a, b, c and 2 more"
std::string listed(const std::vector<std::string>& all, std::size_t most) {
  const std::size_t shown = all.size() > most ? most : all.size();
  std::string out = fmt::format("{}", fmt::join(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  return shown < all.size() ? out + fmt::format(" and {} more", all.size() - shown) : out;
}

class Report {
 public:
  Report(const Judgement& judgement, const Setting& setting, const Shown& shown)
      : judgement_(judgement),
        setting_(setting),
        words_(judgement, setting),
        names_(names_of(setting)),
        coloured_(shown.coloured),
        details_(shown.details),
        all_stale_(shown.stale) {}

  std::string operator()() {
    head();
    broken();
    for (const Group& group : grouped(judgement_)) {
      const Pair& first = judgement_.pairs[group.pairs.front()];
      if (last_ != first.label) section(first.label);
      if (first.label == Label::Real)
        for (const std::size_t j : group.pairs) real(judgement_.pairs[j]);
      else
        of_group(group);
    }
    observers();
    if (all_stale_) stale();
    fixes();
    return std::move(out_);
  }

 private:
  void head() {
    const std::string model = std::string(setting_.model.name);
    out_ += fmt::format("{}: {}, model {}, {}\n", coreecs::on_one_line(setting_.app.name),
                        plural(setting_.app.systems.size(), "system"), model, plural(setting_.frames, "frame"));
    out_ += fmt::format("  confluent       {}  {}\n", shown(judgement_.confluent, coloured_), words_.confluent());
    const std::string why = words_.on_every_state();
    // Without a pair whose order matters from this start, "no" means only that no argument covers every state.
    const bool not_shown = judgement_.on_every_state == Answer::No && judgement_.confluent != Answer::No;
    const std::string answer = !not_shown  ? shown(judgement_.on_every_state, coloured_)
                               : coloured_ ? coreecs::in_colour(coreecs::Colour::Red, "not shown")
                                           : "not shown";
    out_ += fmt::format("  on every state  {}{}{}\n", answer, why.empty() ? "" : "  ", why);
    if (has_invariants() || !judgement_.kept.broken.empty())
      out_ += fmt::format("  invariants      {}  {}\n", shown(judgement_.kept.all, coloured_), words_.invariants());
    if (!judgement_.stale.all.empty() && !all_stale_)
      out_ += fmt::format("  one frame late  {}; --stale says what fixes it\n", words_.stale());
    for (const std::string& line : words_.assumptions()) out_ += "  " + line + "\n";
  }

  [[nodiscard]] bool has_invariants() const {
    return setting_.app.program && !setting_.app.program->invariants.empty() && !is_only_declared();
  }
  /// Whether nothing was performed.
  [[nodiscard]] bool is_only_declared() const { return judgement_.bodiless.size() == setting_.app.systems.size(); }

  void broken() {
    if (judgement_.kept.broken.empty()) return;
    out_ += "\nbroken: what does not hold in all executions\n";
    for (const Broken& one : judgement_.kept.broken)
      out_ += fmt::format("  {}, {}\n      --replay {}\n", words_.broken(one.how),
                          Words::how_often(one, judgement_.kept), token(one.nodes, judgement_.plan, one.observers));
  }

  void section(Label label) {
    last_ = label;
    out_ += fmt::format("\n{}: {} {}\n", name(label), plural(judgement_.count(label), "pair"),
                        about(label, judgement_.count(label) == 1));
  }

  [[nodiscard]] std::string numbers(std::size_t count) {
    const std::size_t first = number_ + 1;
    number_ += count;
    return count == 1 ? fmt::format("{}", first) : fmt::format("{}-{}", first, number_);
  }

  void real(const Pair& pair) {
    out_ += fmt::format("  {}  {}\n", numbers(1), words_.pair(pair));
    const std::string margin(6, ' ');
    if (!words_.how(pair).empty()) out_ += margin + words_.how(pair) + "\n";
    execution(pair.witness->first, pair.witness->a, *pair.witness, pair.broken[0]);
    execution(pair.witness->second, pair.witness->b, *pair.witness, pair.broken[1]);
  }

  void execution(const std::vector<std::size_t>& nodes, const End& end, const Witness& witness,
                 const std::vector<Break>& broken) {
    const std::string frame = witness.frame < setting_.frames ? fmt::format("frame {} ", witness.frame) : "";
    out_ += fmt::format("      {}\n        {}ends {}; --replay {}\n", words_.steps(nodes, witness), frame,
                        ending(end, witness.l), token(nodes, judgement_.plan));
    for (const Break& one : broken) out_ += fmt::format("        {}\n", words_.broken(one));
  }
  [[nodiscard]] std::string ending(const End& end, const std::optional<Location>& l) const {
    const Notation notation{setting_.app.program->schema, names_};
    return notation.end({{}, end}, l);
  }

  void observers() {
    if (judgement_.observers.empty()) return;
    out_ += fmt::format("\nobservers: {} that one change triggers, in an order that engines leave open\n",
                        plural(judgement_.observers.size(), "pair"));
    const std::size_t n = setting_.app.systems.size();
    bool matters = false;
    for (const ObserverPair& one : judgement_.observers) {
      out_ += fmt::format("  {}\n", words_.observers(one));
      if (!one.witness || one.matters != Answer::Yes) continue;
      matters = true;
      const ObserverWitness& witness = *one.witness;
      const std::string frame = witness.frame < setting_.frames ? fmt::format("frame {} ", witness.frame) : "";
      const auto ends = [&](std::size_t first, std::size_t second, const End& end, std::size_t of) {
        out_ += fmt::format("      {} before {}: {}ends {}; --replay {}\n", words_.system(n + first),
                            words_.system(n + second), frame, ending(end, witness.l),
                            token(witness.nodes[of], judgement_.plan, witness.observers[of]));
      };
      ends(one.first, one.second, witness.a, 0);
      ends(one.second, one.first, witness.b, 1);
    }
    if (matters) out_ += "  No constraint orders observers. One observer that does both fixes it.\n";
  }

  void of_group(const Group& group) {
    const Pair& first = judgement_.pairs[group.pairs.front()];
    std::vector<std::string> pairs;
    for (const std::size_t j : group.pairs)
      pairs.push_back(words_.systems(judgement_.pairs[j].first, judgement_.pairs[j].second));
    out_ += fmt::format("  {}  {}\n", numbers(group.pairs.size()), words_.group(first));
    if (!details_)
      out_ += "      " + listed(pairs, most_shown) + "\n";
    else
      for (const std::string& pair : pairs) out_ += "      " + pair + "\n";
  }

  void stale() {
    const std::size_t all = judgement_.stale.all.size(), open = judgement_.stale.open.size();
    const bool are_all = judgement_.assumed.empty() && judgement_.in_turn.empty() && judgement_.bodiless.empty() &&
                         judgement_.observers.empty();
    out_ += fmt::format("\none frame late: {} what is written later in the same frame{}\n",
                        all == 1   ? "1 system reads"
                        : all > 1  ? fmt::format("{} times, a system reads", all)
                        : open > 0 ? "no system was found that reads"
                                   : "new entities aside, no system reads",
                        all == 0 && open == 0 && !are_all ? ", in the executions here" : "");
    for (const Stale& one : judgement_.stale.all) {
      out_ += fmt::format("  {}\n", words_.stale(one));
      if (one.read && is_event(one))
        out_ += fmt::format("      in frame {}, it reads, and then {} is sent; --replay {}\n", one.read->frame,
                            sent(*one.read), token(one.read->nodes, judgement_.plan));
      else if (one.read)
        out_ += fmt::format("      in frame {}, it reads {}, and then {} is written; --replay {}\n", one.read->frame,
                            bound(one.read->l, one.read->read), bound(one.read->l, one.read->written),
                            token(one.read->nodes, judgement_.plan));
      for (const LateWriter& writer : one.writers) out_ += fmt::format("      {}\n", words_.mended(one, writer));
    }
    if (open == 0) return;
    out_ += fmt::format("  undecided: {}\n", plural(open, "reader"));
    for (std::size_t j = 0; j < open && (details_ || j < most_shown); ++j)
      out_ += fmt::format("      {}\n", words_.may_be_stale(judgement_.stale.open[j]));
    if (!details_ && open > most_shown) out_ += fmt::format("      and {} more; --all lists them\n", open - most_shown);
  }
  [[nodiscard]] std::string bound(const Location& l, const std::optional<Value>& k) const {
    std::string out;
    Notation{setting_.app.program->schema, names_}.binding(out, l, k ? &*k : nullptr);
    return out;
  }

  [[nodiscard]] bool is_event(const Stale& one) const {
    return setting_.app.components[one.on].kind == app::Component::Kind::Event;
  }
  /// "Hit 3"
  [[nodiscard]] std::string sent(const StaleRead& read) const {
    const coreecs::Component& event = setting_.app.program->schema[read.l.i];
    std::string out = coreecs::on_one_line(event.name);
    if (event.type == Type::Kind::Unit) return out;
    Notation{setting_.app.program->schema, names_}.value(out += " ", *read.written, event.type);
    return out;
  }

  /// What no constraints fix.
  void hopeless() {
    for (const std::string& name : judgement_.hopeless)
      out_ +=
          fmt::format("\n{} fails in every order that the app's constraints allow, wherever commands are applied.\n",
                      coreecs::on_one_line(name));
    if (judgement_.hopeless_together)
      out_ += "\nNo order that the app's constraints allow keeps all invariants together.\n";
  }

  /// "makes the app confluent", and what else the constraints do.
  [[nodiscard]] std::string effect(const Constraints& with) const {
    const bool real = judgement_.count(Label::Real) > 0, breaks = !judgement_.kept.broken.empty();
    if (fails(with.with)) return "makes all executions end in the same error, so it does not fix the app";
    if (!with.with.kept.broken.empty()) return "makes all executions end in the same state, but does not fix the app";
    if (!real) return "fixes what is broken";
    if (with.with.only_here) return "makes the app confluent " + only_here(with.with);
    return breaks ? "makes the app confluent and fixes what is broken" : "makes the app confluent";
  }

  [[nodiscard]] static bool fails(const Consequence& of) {
    return of.end && std::holds_alternative<RuntimeError>(*of.end);
  }
  /// Under what the executions are all.
  [[nodiscard]] std::string only_here(const Consequence& of) const {
    const bool assumed = !judgement_.assumed.empty(), in_turn = !judgement_.in_turn.empty();
    std::string out = assumed ? "if what is assumed holds" : in_turn ? "if blocks run as often as here" : "";
    if (of.any_order == Answer::Yes) return out;
    return out + (out.empty() ? "" : ", and ") + "if observers run in the order of the app";
  }

  void fixes() {
    hopeless();
    const bool real = judgement_.count(Label::Real) > 0, breaks = !judgement_.kept.broken.empty();
    if (!judgement_.fix) {
      if (real) out_ += "\nNo constraints were found that make the app confluent.\n";
      if (!real && breaks && judgement_.hopeless.empty() && !judgement_.hopeless_together)
        out_ += "\nNo constraints were found that fix what is broken.\n";
      return;
    }
    const Constraints& with = *judgement_.fix;
    out_ += fmt::format("\nAdding {} {} ({}):\n", plural(with.all.size(), "constraint"), effect(with),
                        with.fewest    ? "the minimum"
                        : with.minimal ? "none can be dropped, but a smaller set may exist"
                                       : "perhaps more than it takes; --limit allows more trials");
    for (const AddedConstraint& one : with.all) {
      out_ += fmt::format("  {}\n    {}\n", words_.constraint(one), outcome(with.with, one));
      out_ += fmt::format("  or {}\n    {}\n", words_.constraint({one.edge.after, one.edge.before}, {}),
                          outcome(one.turned, one));
    }
    along(with);
    out_ += fmt::format("  longest chain of systems (longest durations): {:g} now, {:g} with them\n",
                        with.critical_path_before, with.critical_path);
    if (const auto& cost = judgement_.cost) {
      const auto units = [&](std::uint64_t ticks) {
        return static_cast<double>(ticks) / static_cast<double>(setting_.ticks_per_unit);
      };
      out_ += fmt::format("  {}, {} (middle durations): {:g} now, {:g} with them\n", cost->scheduler->name,
                          plural(cost->workers, "worker"), units(cost->before), units(cost->after));
    }
  }

  void along(const Constraints& with) {
    if (with.along.empty()) return;
    std::vector<std::string> all;
    for (const Edge& edge : with.along) all.push_back(words_.constraint(edge, {}));
    const std::string broken = words_.broken(with.with_along.kept);
    out_ += fmt::format("  along the flow of data, {} make{} the app confluent{}: {}{}{}\n",
                        plural(all.size(), "constraint"), all.size() == 1 ? "s" : "",
                        with.with_along.only_here ? " " + only_here(with.with_along) : "", fmt::join(all, ", "),
                        fails(with.with_along) ? "; but all executions end in the same error" : "",
                        broken.empty() ? "" : "; but " + broken);
  }

  /// What a constraint or its reverse ends in.
  [[nodiscard]] std::string outcome(const Consequence& of, const AddedConstraint& constraint) const {
    if (of.cycle) return "closes a cycle with the others";
    std::string out = of.confluent == Answer::Yes  ? ""
                      : of.confluent == Answer::No ? "is not confluent; one execution "
                      : of.only_here               ? "is confluent " + only_here(of) + "; one execution "
                                                   : "may not be confluent; one execution ";
    out += !constraint.same_end   ? "ends " + ending(*of.end, constraint.l)
           : setting_.frames == 1 ? "ends in the same state as the other direction"
                                  : "ends the last frame in the same state as the other direction";
    const std::string broken = words_.broken(of.kept);
    if (!broken.empty()) return out + "; " + broken;
    return has_invariants() && of.kept.all == Answer::Yes ? out + "; every invariant holds" : out;
  }

  const Judgement& judgement_;
  const Setting& setting_;
  const Words words_;
  const Names names_;
  bool coloured_, details_, all_stale_;
  std::optional<Label> last_;
  std::size_t number_ = 0;
  std::string out_;
};

}  // namespace

Names names_of(const Setting& setting) {
  Names names(setting.app.program ? setting.app.program->entities : std::vector<std::string>());
  names.add(setting.entities.all());
  return names;
}

std::string show(const Judgement& judgement, const Setting& setting, const Shown& shown) {
  return Report(judgement, setting, shown)();
}

std::string on_one_line(const Pair& pair, const Judgement& judgement, const Setting& setting) {
  const Words words(judgement, setting);
  const std::string reason = words.reason(pair);
  return fmt::format("{}: {}{}", words.pair(pair), name(pair.label), reason.empty() ? "" : ": " + reason);
}

std::string on_one_line(const Broken& one, const Judgement& judgement, const Setting& setting) {
  return fmt::format("{}, {}", Words(judgement, setting).broken(one.how), Words::how_often(one, judgement.kept));
}

namespace {

/// How tokens write a node.
std::string step_of(std::size_t node, const Plan& plan) {
  if (plan.is_sync(node)) return "s";
  return plan.is_begin(node) ? "b" + std::to_string(*plan.block(node)) : std::to_string(node);
}
/// How they write an order of observers.
std::string order_of(const std::vector<std::size_t>& observers) {
  return fmt::format("o{}", fmt::join(observers, "."));
}
bool is_that_of_app(const std::vector<std::size_t>& observers) {
  return std::is_sorted(observers.begin(), observers.end());
}

}  // namespace

std::string on_one_line(const ObserverPair& pair, const Judgement& judgement, const Setting& setting) {
  return Words(judgement, setting).observers(pair);
}

std::string token(const std::vector<std::size_t>& nodes, const Plan& plan, const std::vector<std::size_t>& observers) {
  std::string out = is_that_of_app(observers) ? "" : order_of(observers);
  for (const std::size_t node : nodes) out += (out.empty() ? "" : ",") + step_of(node, plan);
  return out;
}

std::variant<std::vector<std::size_t>, WrongStep> observers_of(std::string_view& token, const Setting& setting) {
  const std::map<OpenOrders::Turned, std::vector<std::size_t>> all = open_orders(setting).all;
  if (!token.starts_with('o')) return all.at(0);
  const std::string_view first = token.substr(0, token.find(','));
  WrongStep wrong{1, std::string(first), {}};
  for (const auto& [turned, order] : all) {
    if (order_of(order) == first) {
      token.remove_prefix(std::min(token.size(), first.size() + 1));
      return order;
    }
    if (!order.empty()) wrong.possible.push_back(order_of(order));
  }
  return wrong;
}

std::variant<std::vector<std::size_t>, WrongStep> nodes_of(std::string_view token, const Executions& all) {
  std::vector<std::size_t> nodes;
  Configuration k = all.first();
  bool failed = false;
  const auto possible = [&] {
    std::vector<std::string> steps;
    if (failed) return steps;
    for (const std::size_t node : all.enabled(k))
      if (const std::string step = step_of(node, all.plan); std::find(steps.begin(), steps.end(), step) == steps.end())
        steps.push_back(step);
    return steps;
  };
  while (!token.empty()) {
    const std::size_t comma = token.find(',');
    const std::string_view step = token.substr(0, comma);
    token = comma == std::string_view::npos ? std::string_view() : token.substr(comma + 1);
    std::vector<std::size_t> next;
    if (!failed) next = all.enabled(k);
    const auto node =
        std::find_if(next.begin(), next.end(), [&](std::size_t node) { return step_of(node, all.plan) == step; });
    if (node == next.end()) return WrongStep{nodes.size() + 1, std::string(step), possible()};
    nodes.push_back(*node);
    try {
      k = all.step(std::move(k), *node);
    } catch (const RuntimeError&) {  // it ends here
      failed = true;
    }
  }
  if (!failed && !k.done.none()) return WrongStep{nodes.size() + 1, {}, possible()};
  return nodes;
}

}  // namespace coreecs::triage
