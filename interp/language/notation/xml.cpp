#include "interp/language/notation/xml.hpp"

#include "interp/base/json/problem.hpp"

namespace coreecs {

std::string in_xml(std::string_view text) {
  std::string out;
  for (const char c : on_one_line(text)) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  for (const char* none : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
    for (std::size_t at = out.find(none); at != std::string::npos; at = out.find(none, at))
      out.replace(at, 3, "\\uffff");
  return out;
}

}  // namespace coreecs
