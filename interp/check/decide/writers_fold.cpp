#include "interp/check/decide/writers_fold.hpp"

namespace coreecs {

SharedLocations::SharedLocations(const PartialOrder& po) {
  std::size_t count = 0;
  for (const Invocation& u : po.invocations) count += u.m.writes().size();
  while ((std::size_t{1} << (64 - shift_)) < 16 * count) --shift_;
  once_.resize(std::size_t{1} << (64 - shift_));
  twice_.resize(once_.size());
  for (const Invocation& u : po.invocations)
    for (const Write& write : u.m.writes()) {
      const std::size_t hash = hashed(write.l);
      (once_[hash] ? twice_ : once_)[hash] = true;
    }
}

}  // namespace coreecs
