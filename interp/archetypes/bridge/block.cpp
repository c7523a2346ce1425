#include "interp/archetypes/bridge/block.hpp"

#include <algorithm>

namespace coreecs::bridge {

namespace {

void unite(Slots& all, const Slots& more) { all.insert(more.begin(), more.end()); }

/// [m, m', ...] from parts in reverse order; a single part stays as it is.
Done composed(std::vector<Done> reversed) {
  if (reversed.size() == 1) return std::move(reversed.front());
  term::Sequence all;
  Done done{{}, {}, 1};
  for (auto m = reversed.rbegin(); m != reversed.rend(); ++m) {
    unite(done.uses, m->uses);
    done.depth = std::max(done.depth, m->depth + 1);
    all.parts.push_back(std::move(m->m));
  }
  done.m = MutationTerm(std::move(all));
  return done;
}

bool is_nil(const Done& m) {
  const auto* sequence = std::get_if<term::Sequence>(&m.m.node().form);
  return sequence && sequence->parts.empty();
}

/// Whether t is this variable.
bool is_variable(const Term& t, Slot slot) {
  const auto* x = std::get_if<term::Variable>(&t.node().form);
  return x && x->slot == slot && x->path.empty();
}

/// m with the value in place of its name, if it is used only there.
std::optional<Done> with_value(const Named& named, const Done& m) {
  const Slot slot = *named.x.slot;
  if (!m.besides || m.besides->contains(slot)) return std::nullopt;
  Done done = m;
  if (const auto* attach = std::get_if<term::Attach>(&m.m.node().form); attach && is_variable(attach->k, slot))
    done.m = MutationTerm(term::Attach{attach->i, attach->e, named.value.t});
  else if (const auto* branch = std::get_if<term::If<MutationTerm>>(&m.m.node().form);
           branch && is_variable(branch->condition, slot))
    done.m = MutationTerm(term::If<MutationTerm>{named.value.t, branch->then, branch->otherwise});
  else
    return std::nullopt;
  done.uses = *m.besides;
  unite(done.uses, named.value.uses);
  done.depth = std::max(m.depth, named.value.depth + 2);
  done.besides.reset();
  return done;
}

/// let x = value in [m, m', ...], from parts in reverse order. A name that only the first part uses is replaced.
void name(const Named& named, std::vector<Done>& reversed) {
  const Slot slot = *named.x.slot;
  const bool only_first = !reversed.empty() && std::none_of(reversed.begin(), reversed.end() - 1,
                                                            [&](const Done& m) { return m.uses.contains(slot); });
  if (only_first)
    if (std::optional<Done> first = with_value(named, reversed.back())) {
      reversed.back() = *std::move(first);
      return;
    }
  Done body = composed(std::move(reversed));
  reversed.clear();
  if (body.uses.contains(slot) || named.value.partial) {
    body.uses.erase(slot);
    unite(body.uses, named.value.uses);
    body = {MutationTerm(term::Let<MutationTerm>{named.x, named.value.t, std::move(body.m)}), std::move(body.uses),
            2 + std::max(body.depth, named.value.depth)};
  }
  if (!is_nil(body)) reversed.push_back(std::move(body));
}

}  // namespace

Done mutation(const Block& block) {
  std::vector<Done> reversed;
  for (auto item = block.items.rbegin(); item != block.items.rend(); ++item)
    std::visit(
        Clauses{[&](const Named& named) { name(named, reversed); }, [&](const Done& done) { reversed.push_back(done); },
                [&](const Branched& branched) {
                  Done then = mutation(*branched.then), otherwise = mutation(*branched.otherwise);
                  if (is_nil(then) && is_nil(otherwise)) return;
                  Done both{
                      MutationTerm(term::If<MutationTerm>{branched.b.t, std::move(then.m), std::move(otherwise.m)}),
                      std::move(then.uses), 2 + std::max({then.depth, otherwise.depth, branched.b.depth})};
                  unite(both.uses, otherwise.uses);
                  both.besides = both.uses;
                  unite(both.uses, branched.b.uses);
                  reversed.push_back(std::move(both));
                }},
        *item);
  return composed(std::move(reversed));
}

Expr within(const Block& block, Expr t) {
  for (auto item = block.items.rbegin(); item != block.items.rend(); ++item) {
    const Named* named = std::get_if<Named>(&*item);
    if (!named || !t.uses.erase(*named->x.slot)) continue;
    unite(t.uses, named->value.uses);
    t.partial = t.partial || named->value.partial;
    t.depth = 2 + std::max(t.depth, named->value.depth);
    t.small = false;
    t.t = Term(term::Let<Term>{named->x, named->value.t, std::move(t.t)});
  }
  return t;
}

Block names_then(const Block& block, const Block& next) {
  Block all;
  for (const auto& item : block.items)
    if (const Named* named = std::get_if<Named>(&item)) {
      all.items.push_back(*named);
      std::get<Named>(all.items.back()).value.partial = false;  // if it fails, it has failed before
    }
  all.items.insert(all.items.end(), next.items.begin(), next.items.end());
  return all;
}

}  // namespace coreecs::bridge
