/// Whatever stands in the place of any value of a document, loading it ends, with the document or with what is wrong.
#pragma once

#include <string>

#include "props/refused/cases.hpp"

namespace coreecs {

/// Checks that for a document of the repository: any value may be a number that does not fit, nothing, empty, or of
/// another kind.
void check_everywhere(const std::string& file, Loading = problems_of_program);

}  // namespace coreecs
