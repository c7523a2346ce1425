#include "interp/archetypes/archetype/program.hpp"

namespace coreecs::archetype {

Origin::Origin(std::string at, std::vector<Origin> parts)
    : at_(std::move(at)),
      parts_(parts.empty() ? nullptr : std::make_shared<const std::vector<Origin>>(std::move(parts))) {}
Origin::~Origin() { release(parts_); }

std::span<const Origin> Origin::parts() const { return parts_ ? std::span(*parts_) : std::span<const Origin>(); }

Names names(const Program& program, const Heap& H) {
  const Names initial(program.entities);
  Entities stand_ins;
  std::vector<std::string> all = program.entities;
  for (std::uint64_t k = 0; program.entities.size() + k < H.fresh().number(); ++k)
    all.push_back(initial(stand_in(CreatedIndex{k}, stand_ins)));
  return Names(std::move(all));
}

Part part(const Program& program, std::span<const std::size_t> place) {
  Part found;
  if (place.empty() || place[0] >= program.frame.steps().size()) {
    found.step = found.at = "/frame";
    return found;
  }
  found.step = "/frame/" + std::to_string(place[0]);
  found.system = std::get_if<System>(&program.frame.steps()[place[0]]);
  std::size_t i = 1;
  while (found.system && i < place.size()) {
    const TaskParallel* task = std::get_if<TaskParallel>(&found.system->form());
    if (!task) break;
    found.step += "/parallel/" + std::to_string(place[i]);
    found.system = &task->s[place[i++]];
  }
  found.at = found.step;
  if (!found.system || found.system->name().empty()) return found;
  for (std::size_t k = 0; k < program.systems.size(); ++k)
    if (program.systems[k].name() == found.system->name()) found.index = k;
  if (!found.index) return found;
  const Origin* origin = &program.origins[*found.index];
  if (i < place.size())
    for (; i < place.size() && place[i] < origin->parts().size(); ++i) origin = &origin->parts()[place[i]];
  else
    return found;
  found.at = origin->at();
  return found;
}

std::vector<Leaf> leaves(const System& s) {
  return match(
      s.form(),
      [&](const Sequential& form) {
        return std::vector<Leaf>{{{}, &s, &form.f, false}};
      },
      [&](const DataParallel& form) {
        return std::vector<Leaf>{{{}, &s, &form.f, true}};
      },
      [&](const TaskParallel& form) {
        std::vector<Leaf> all;
        for (std::size_t i = 0; i < form.s.size(); ++i)
          for (Leaf& leaf : leaves(form.s[i])) {
            leaf.place.insert(leaf.place.begin(), i);
            all.push_back(std::move(leaf));
          }
        return all;
      });
}

std::string show(const AType& A, const Schema& schema) {
  std::string out = "{";
  for (const Label C : A) out += (out.size() > 1 ? ", " : "") + schema[C].name;
  return out + "}";
}

std::string_view type_name(Primitive P) {
  switch (P) {
    case Primitive::Bool:
      return "bool";
    case Primitive::Int:
      return "int";
    case Primitive::Float:
      return "real";
    case Primitive::Text:
      return "text";
  }
  return "";
}

}  // namespace coreecs::archetype
