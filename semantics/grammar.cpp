#include "semantics/grammar.hpp"

#include <stdexcept>

namespace coreecs {

Compose::Compose(std::vector<Mutation> parts)
    : parts_(std::make_shared<const std::vector<Mutation>>(std::move(parts))) {}

Compose::~Compose() { release(parts_); }

Mutation compose(Mutation m1, Mutation m2) {
  if (std::holds_alternative<Nil>(m1)) return m2;
  if (std::holds_alternative<Nil>(m2)) return m1;
  std::vector<Mutation> parts;
  parts.reserve(2);
  parts.push_back(std::move(m1));
  parts.push_back(std::move(m2));
  return Compose(std::move(parts));
}

Schedule::Schedule(Conc z) : form_(std::make_shared<const Form>(std::move(z))), leaves_(1) {}
Schedule::Schedule(Seq z) : form_(std::make_shared<const Form>(std::move(z))), leaves_(1) {}
Schedule::Schedule(Par z) : form_(std::make_shared<const Form>(z)), leaves_(z.left.leaves() + z.right.leaves()) {}
Schedule::Schedule(Then z) : form_(std::make_shared<const Form>(z)), leaves_(z.left.leaves() + z.right.leaves()) {}

Schedule::~Schedule() { release(form_); }

const Schedule::Form& Schedule::form() const { return *form_; }

Schedule conc(System s) { return Conc{std::make_shared<const System>(std::move(s))}; }
Schedule seq(System s) { return Seq{std::make_shared<const System>(std::move(s))}; }
Schedule operator||(Schedule left, Schedule right) { return Par{std::move(left), std::move(right)}; }
Schedule operator>>(Schedule left, Schedule right) { return Then{std::move(left), std::move(right)}; }

Schedule repeat(const Schedule& z, std::uint64_t n) {
  if (n == 0) throw std::invalid_argument("repeat: a schedule is repeated once at least, not 0 times");
  Schedule all = z;
  while (--n > 0) all = std::move(all) >> z;
  return all;
}

}  // namespace coreecs
