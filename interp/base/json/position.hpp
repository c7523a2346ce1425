/// Finds the places of a JSON document in its text.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "interp/base/json/problem.hpp"

namespace coreecs {

/// A place whose position is sought. `order` has the positions on the way to it from the root, in the document as it
/// was read: if duplicate keys were left out, the place may come later in the text.
struct Sought {
  std::vector<std::size_t> order;
  std::string pointer;
  std::optional<TextPosition> at = {};  ///< the answer
};

/// Finds positions: a member's is where its key begins, that of an element or of the whole document where the value
/// begins. Positions after a syntax error remain unknown. Cost: the length of the text, and of all places.
void locate(std::string_view text, std::vector<Sought>& all);
/// The same for one place.
[[nodiscard]] std::optional<TextPosition> position(std::string_view text, const Place& place);

}  // namespace coreecs
