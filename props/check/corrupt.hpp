/// Certificates with one thing changed, so that they claim something that is not so.
#pragma once

#include "props/kit/case.hpp"

namespace coreecs {

/// The keys of the claims of a certificate.
inline const char* const claims[] = {"safe_by_rule", "safe", "deterministic", "confluent"};

/// All places in a document for which `wanted` says yes, given the place's key (that of the list for an element).
[[nodiscard]] std::vector<Tree*> places(Tree& tree, const std::function<bool(const std::string&, const Tree&)>& wanted,
                                        const std::string& key = "");

/// Changes a certificate so that it says something false, or is none; what was done, or nothing where it could not.
[[nodiscard]] std::optional<std::string> corrupt(Dice& dice, Tree& document, const Case& t);

}  // namespace coreecs
