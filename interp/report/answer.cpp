#include "interp/report/answer.hpp"

#include <fmt/format.h>

namespace coreecs {

std::string shown(Answer answer, bool coloured) {
  const char* text = answer == Answer::Unknown ? "undecided" : answer == Answer::Yes ? "yes" : "no";
  const char* colour = answer == Answer::Unknown ? "33" : answer == Answer::Yes ? "32" : "31";
  return coloured ? fmt::format("\033[1;{}m{}\033[0m", colour, text) : text;
}

std::optional<bool> known(Answer answer) {
  return answer == Answer::Unknown ? std::nullopt : std::optional(answer == Answer::Yes);
}

}  // namespace coreecs
