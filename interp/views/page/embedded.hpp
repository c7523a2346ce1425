/// The parts of every page, as interp/CMakeLists.txt makes them part of the program.
#pragma once

#include <string_view>

namespace coreecs::embedded {

extern const std::string_view page_html, page_css, page_js;

}  // namespace coreecs::embedded
