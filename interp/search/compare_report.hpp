/// What a comparison of two schedules says, in words and in JSON.
#pragma once

#include "interp/search/compare.hpp"

namespace coreecs {

/// Whether they end alike, and where not: each place after the frame after which they part first, and who wrote there.
[[nodiscard]] std::string show(const Comparison&, const Program&, const std::string& first, const std::string& other,
                               const Notation&, bool coloured);
/// The same as a document.
[[nodiscard]] std::string json(const Comparison&, const std::string& first, const std::string& other, const Notation&);

/// The reference run of a schedule that fails, with the names of its entities, which must outlive this.
struct Failing {
  RuntimeError error;
  const Names& names;
};
/// Where the first schedule fails: that there is nothing to compare with, and what becomes of the other one.
[[nodiscard]] std::string show(const Failing& first, const std::optional<Failing>& other, const std::string& file,
                               const std::string& name_of_other);
[[nodiscard]] std::string json(const Failing& first, const std::optional<Failing>& other,
                               const std::string& name_of_other, std::uint64_t frames);

/// The same of many starts; with the file that the one that was found is in.
[[nodiscard]] std::string show(const ComparedStarts&, const CompareSearch&, const std::optional<std::string>& file,
                               bool coloured);
[[nodiscard]] std::string json(const ComparedStarts&, const CompareSearch&, const std::optional<std::string>& file);

}  // namespace coreecs
