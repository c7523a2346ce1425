#include "interp/run/instance.hpp"

#include "interp/fast/pass.hpp"

namespace coreecs {

Instance::Instance(const Program& program, const Schedule& schedule, std::uint64_t frames, std::size_t most)
    : c(program.start), entities(std::make_unique<Entities>()), env(by_occurrence(*entities)) {
  if (frames == 0) return;
  z = repeat(schedule, frames);
  po = fast::partial_order(c, *z, env, most);
  created = entities->all();
}

Names names(const Program& program, const Instance& instance) {
  Names names(program.entities);
  names.add(instance.created);
  return names;
}

}  // namespace coreecs
