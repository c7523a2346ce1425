#include "semantics/grammar.hpp"

#include <stdexcept>

namespace coreecs {

Compose::Compose(std::vector<Mutation> parts)
    : parts_(std::make_shared<const std::vector<Mutation>>(std::move(parts))) {}

Compose::~Compose() { release(parts_); }

Mutation compose(Mutation m, Mutation m_) {
  if (std::holds_alternative<Nil>(m)) return m_;
  if (std::holds_alternative<Nil>(m_)) return m;
  std::vector<Mutation> parts;
  parts.reserve(2);
  parts.push_back(std::move(m));
  parts.push_back(std::move(m_));
  return Compose(std::move(parts));
}

Schedule::Schedule(Conc z) : form_(std::make_shared<const Form>(std::move(z))), leaves_(1) {}
Schedule::Schedule(Seq z) : form_(std::make_shared<const Form>(std::move(z))), leaves_(1) {}
Schedule::Schedule(Par z) : form_(std::make_shared<const Form>(z)), leaves_(z.z.leaves() + z.z_.leaves()) {}
Schedule::Schedule(Then z) : form_(std::make_shared<const Form>(z)), leaves_(z.z.leaves() + z.z_.leaves()) {}

Schedule::~Schedule() { release(form_); }

const Schedule::Form& Schedule::form() const { return *form_; }

Schedule conc(System s) { return Conc{std::make_shared<const System>(std::move(s))}; }
Schedule seq(System s) { return Seq{std::make_shared<const System>(std::move(s))}; }
Schedule operator||(Schedule z, Schedule z_) { return Par{std::move(z), std::move(z_)}; }
Schedule operator>>(Schedule z, Schedule z_) { return Then{std::move(z), std::move(z_)}; }

Schedule repeat(const Schedule& z, std::uint64_t n) {
  if (n == 0) throw std::invalid_argument("repeat: a schedule is repeated once at least, not 0 times");
  Schedule all = z;
  while (--n > 0) all = std::move(all) >> z;
  return all;
}

}  // namespace coreecs
