#include "interp/search/exchange.hpp"

#include "interp/language/format/tree.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/compare.hpp"
#include "interp/search/prove.hpp"
#include "interp/search/reduce.hpp"
#include "interp/search/starts.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

/// Adds the schedules that a part of a document uses, and those that they use, to `used`. Cost: that of finding each in
/// a document's schedules.
void add_used(const ordered_json& part, const ordered_json& schedules, ordered_json& used) {
  if (!part.is_structured()) return;
  for (auto member = part.begin(); member != part.end(); ++member) {
    add_used(*member, schedules, used);
    if (!part.is_object() || member.key() != "use") continue;
    const auto name = member->get<std::string>();
    if (used.contains(name)) continue;
    used[name] = schedules.at(name);
    add_used(schedules.at(name), schedules, used);
  }
}

/// The program with both orders as its first schedules, and with those that they use.
ordered_json with_both_orders(ordered_json document, const std::string& a, const std::string& b) {
  const auto side = [&](const std::string& name) -> ordered_json {
    if (document["schedules"].contains(name)) return document["schedules"][name];
    return {{"conc", name}};
  };
  ordered_json used = ordered_json::object(), orders;
  for (const std::string& name : {a, b}) add_used(side(name), document["schedules"], used);
  for (const auto& [first, second] : {std::pair(a, b), std::pair(b, a)}) {
    std::string name = first + "_then_" + second;
    while (used.contains(name)) name += "_";
    orders[name] = {{"then", {side(first), side(second)}}};
  }
  orders.update(used);
  document["schedules"] = std::move(orders);
  document["frames"] = 1;
  document.erase("expect");
  return document;
}

const Then& sides(const Program& program) { return std::get<Then>(program.schedules.front().z.form()); }

bool order_matters(const Program& program) {
  return order_matters(sides(program).left, sides(program).right, program.start);
}

/// Performs both orders, and notes where they part.
void perform(OrderMatters& into) {
  const Program& program = into.program;
  const NamedSchedule &first = program.schedules[0], &other = program.schedules[1];
  Execution reference(program, first), of_other(program, other);
  into.fails = failure(reference, 1).has_value();
  into.other_fails = failure(of_other, 1).has_value();
  if (into.fails || into.other_fails) return;
  reference.restart();
  const Comparison compared = compare(program, first, other, 1, 1, reference, most_matches);
  const Difference& at = compared.places.at(0).at;
  const Notation notation{program.schema, reference.names()};
  const auto value = [&](const std::optional<Binding>& there) {
    std::string text;
    if (!there) return std::string("⊥");
    notation.value(text, there->k, program.schema[there->l.i].type);
    return text;
  };
  notation.location(into.place, (at.expected ? at.expected : at.found)->l);
  into.left = value(at.expected);
  into.left_by_other = value(at.found);
}

/// Precondition: the order matters at the start of the document.
OrderMatters refutation(const ordered_json& document, bool by_search) {
  ordered_json smallest = reduce(document, Reducible::State,
                                 [](const ordered_json&, const Program& program) { return order_matters(program); });
  Program program = std::get<Program>(load_tree(smallest));
  if (!order_matters(program)) throw std::logic_error("a counterexample is none");
  OrderMatters made{std::move(smallest), std::move(program)};
  made.by_search = by_search;
  perform(made);
  return made;
}

}  // namespace

Exchange exchange(const ordered_json& document, const std::string& a, const std::string& b, const ProofLimits& limits,
                  std::uint64_t cases) {
  const Starts starts(with_both_orders(document, a, b), 1, entities_of_proofs(document), {});
  Program program = starts.program();
  const Then of = sides(program);
  Exchange made{a, b, prove_exchange(program, of.left, of.right, limits)};
  made.systems = program.systems;
  if (made.proof.counterexample) made.refutation = refutation(starts.document(*made.proof.counterexample), false);
  for (std::uint64_t j = 0; j < cases && made.answer() == Answer::Unknown; ++j) {
    program.start = starts(Random(1, j));
    if (order_matters(program)) made.refutation = refutation(starts.document(program.start), true);
  }
  return made;
}

}  // namespace coreecs
