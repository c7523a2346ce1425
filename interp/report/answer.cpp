#include "interp/report/answer.hpp"

#include <fmt/format.h>

namespace coreecs {

std::string shown(Answer answer, bool coloured) {
  const char* text = answer == Answer::Unknown ? "undecided" : answer == Answer::Yes ? "yes" : "no";
  const char* colour = answer == Answer::Unknown ? "33" : answer == Answer::Yes ? "32" : "31";
  return coloured ? fmt::format("\033[1;{}m{}\033[0m", colour, text) : text;
}

std::string why_undecided(Cut cut, std::size_t configurations) {
  switch (cut) {
    case Cut::Limit:
      return fmt::format("the limit was reached after {} configurations; raise it with --limit", configurations);
    case Cut::Memory:
      return "there is not enough memory to go on; --max-memory allows more";
    case Cut::Interrupt:
      break;
  }
  return "interrupted";
}

std::optional<bool> known(Answer answer) {
  return answer == Answer::Unknown ? std::nullopt : std::optional(answer == Answer::Yes);
}

}  // namespace coreecs
