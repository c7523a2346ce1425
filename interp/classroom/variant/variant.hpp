/// Exercises in other words, one variant for each student (specs/reference/marking.md).
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "interp/base/json/document.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs {

/// Rows of words, all of the same length. The first row has words of the exercise; each other row replaces all of them.
using Wordings = std::vector<std::vector<std::string>>;

/// Reads the "names" of a key. Reports rows of another length, and a word that occurs twice.
[[nodiscard]] std::vector<Wordings> read_wordings(Problems&, const Place&, const Json&);

/// Words of an exercise, each with the one that stands for it.
using OtherWords = std::map<std::string, std::string, std::less<>>;

/// The words of a seed: of each group one row but the first, each with the same probability, and the same on every
/// machine.
[[nodiscard]] OtherWords chosen(const std::vector<Wordings>& groups, std::string_view seed);

/// A text with these words replaced, where each stands alone: not as a part of a longer name.
[[nodiscard]] std::string retold_text(std::string_view text, const OtherWords& words);
/// A document with these words replaced, in its keys and in its texts. "$schema" stays. Cost: its size.
[[nodiscard]] nlohmann::ordered_json retold(const nlohmann::ordered_json& document, const OtherWords& words);

/// The exercise in these words; or why it would be another exercise. It is the same up to the names: each run of the
/// one is a run of the other. For that, words may not become equal, entities keep their order, and if the exercise
/// orders or takes apart values, it has no texts. Precondition: the exercise loads. Cost: that of loading it twice.
[[nodiscard]] std::variant<nlohmann::ordered_json, std::vector<std::string>> variant_of(
    const nlohmann::ordered_json& exercise, const OtherWords& words);

}  // namespace coreecs
