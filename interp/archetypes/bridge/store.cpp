#include "interp/archetypes/bridge/store.hpp"

#include <algorithm>

namespace coreecs::bridge {

Pointer known(std::variant<Expr, Choice> k) {
  return std::visit([](auto k) { return std::make_shared<const Known>(std::move(k)); }, std::move(k));
}

Expr term_of(const Known& k) {
  if (const Expr* t = std::get_if<Expr>(&k)) return *t;
  return deep([&] {
    const Choice& choice = std::get<Choice>(k);
    const Expr then = within(*choice.then, term_of(*choice.k)),
               otherwise = within(*choice.otherwise, term_of(*choice.k2));
    Expr both{Term(term::If<Term>{choice.b.t, then.t, otherwise.t}), choice.b.uses, false,
              choice.b.partial || then.partial || otherwise.partial,
              2 + std::max({choice.b.depth, then.depth, otherwise.depth})};
    both.uses.insert(then.uses.begin(), then.uses.end());
    both.uses.insert(otherwise.uses.begin(), otherwise.uses.end());
    return both;
  });
}

}  // namespace coreecs::bridge
