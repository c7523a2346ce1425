#include "interp/report/answer.hpp"

#include <fmt/format.h>

namespace coreecs {

std::string shown(Answer answer, bool coloured) {
  const char* text = answer == Answer::Unknown ? "undecided" : answer == Answer::Yes ? "yes" : "no";
  const char* colour = answer == Answer::Unknown ? "33" : answer == Answer::Yes ? "32" : "31";
  return coloured ? fmt::format("\033[1;{}m{}\033[0m", colour, text) : text;
}

const char* json(Answer answer) {
  return answer == Answer::Unknown ? "null" : answer == Answer::Yes ? "true" : "false";
}

}  // namespace coreecs
