/// Systems as λ-terms, as in Figure 11.
#pragma once

#include "interp/program.hpp"

namespace coreecs {

/// f_s in lines, without its name: "λ(e, (p, v)).", then the body, indented.
[[nodiscard]] std::vector<std::string> show_function(const SystemTerm& s, const Program& program);

}  // namespace coreecs
