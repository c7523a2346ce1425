/// Where the places of a JSON document are in its text.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "interp/base/json/problem.hpp"

namespace coreecs {

/// A place whose position is sought. `order` are the positions on the way to it, from the root, as the document that
/// was read has them: where keys that occurred before have been left out, it is no later in the text.
struct Sought {
  std::vector<std::size_t> order;
  std::string pointer;
  std::optional<TextPosition> at = {};  ///< the answer
};

/// Finds positions: of a member where its key begins, of an element or the whole document where the value does. Those
/// behind a syntax error remain unknown. Cost: the length of the text, and of all places.
void locate(std::string_view text, std::vector<Sought>& all);
/// The same of one place.
[[nodiscard]] std::optional<TextPosition> position(std::string_view text, const Place& place);

}  // namespace coreecs
