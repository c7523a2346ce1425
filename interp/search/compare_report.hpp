/// The result of a comparison of two schedules, in words and in JSON.
#pragma once

#include "interp/search/compare.hpp"

namespace coreecs {

/// Whether they end in the same state. If not, the places after the frame in which they part, and who wrote there.
[[nodiscard]] std::string show(const Comparison&, const Program&, const std::string& first, const std::string& other,
                               const Notation&, bool coloured);
/// The same as a document.
[[nodiscard]] std::string json(const Comparison&, const std::string& first, const std::string& other, const Notation&);

/// The failing reference run of a schedule, with the names of its entities, which must outlive this.
struct Failing {
  RuntimeError error;
  const Names& names;
};
/// If the first schedule fails: that there is nothing to compare with, and what the other one does.
[[nodiscard]] std::string show(const Failing& first, const std::optional<Failing>& other, const std::string& file,
                               const std::string& name_of_other);
[[nodiscard]] std::string json(const Failing& first, const std::optional<Failing>& other,
                               const std::string& name_of_other, std::uint64_t frames);

/// The same for many starts; with the file of the start that was found.
[[nodiscard]] std::string show(const ComparedStarts&, const CompareSearch&, const std::optional<std::string>& file,
                               bool coloured);
[[nodiscard]] std::string json(const ComparedStarts&, const CompareSearch&, const std::optional<std::string>& file);

}  // namespace coreecs
