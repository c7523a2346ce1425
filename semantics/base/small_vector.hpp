/// A vector that has its first elements in place.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>

namespace coreecs {

/// Boost's, which does not say that its move cannot throw: a std::vector would copy its elements when it grows.
/// Precondition: a move of T does not throw.
template <class T, std::size_t N>
struct SmallVector : boost::container::small_vector<T, N> {
  using boost::container::small_vector<T, N>::small_vector;
  SmallVector() = default;
  SmallVector(const SmallVector&) = default;
  SmallVector(SmallVector&&) noexcept = default;
  SmallVector& operator=(const SmallVector&) = default;
  SmallVector& operator=(SmallVector&&) noexcept = default;
  ~SmallVector() = default;
};

}  // namespace coreecs
