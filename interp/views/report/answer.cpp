#include "interp/views/report/answer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/language/notation/notation.hpp"

namespace coreecs {

namespace {

/// The sequence of each colour, and the one that ends it.
constexpr std::string_view sequences[] = {"\033[31m", "\033[32m", "\033[1;31m", "\033[1;32m", "\033[1;33m", "\033[0m"};

/// "7.81e154" for "781...". Precondition: it has at least three digits.
std::string rounded(const std::string& count) {
  std::size_t exponent = count.size() - 1;
  int first = std::stoi(count.substr(0, 3)) + (count[3] >= '5' ? 1 : 0);
  if (first == 1000) {
    first = 100;
    ++exponent;
  }
  return fmt::format("{}.{:02}e{}", first / 100, first % 100, exponent);
}

}  // namespace

std::string shown(Answer answer, bool coloured) {
  const char* text = answer == Answer::Unknown ? "undecided" : answer == Answer::Yes ? "yes" : "no";
  const Colour colour = answer == Answer::Unknown ? Colour::BoldYellow
                        : answer == Answer::Yes   ? Colour::BoldGreen
                                                  : Colour::BoldRed;
  return coloured ? in_colour(colour, text) : text;
}

std::string in_colour(Colour colour, const std::string& text) {
  return fmt::format("{}{}{}", sequences[static_cast<std::size_t>(colour)], text, sequences[std::size(sequences) - 1]);
}

std::size_t colour_sequence(std::string_view text) {
  const auto* found = std::find_if(std::begin(sequences), std::end(sequences),
                                   [&](std::string_view one) { return text.starts_with(one); });
  return found == std::end(sequences) ? 0 : found->size();
}

std::string why_undecided(Cut cut, std::size_t configurations) {
  switch (cut) {
    case Cut::Limit:
      return fmt::format("gave up after {} (a large one counts more than once); --limit allows more",
                         plural(configurations, "configuration"));
    case Cut::Memory:
      return "there is not enough memory to go on; --max-memory allows more";
    case Cut::Interrupt:
      break;
  }
  return "interrupted";
}

std::string undecided_before(std::uint64_t frame) {
  return fmt::format("it holds after frame {}; gave up for an earlier frame, --limit allows more", frame);
}

std::string show_count(const std::string& count, bool exact) {
  constexpr std::size_t readable = 15;  // digits
  const bool has_all_digits = count.find('e') == std::string::npos;
  const std::string number = has_all_digits && !exact && count.size() > readable ? rounded(count) : count;
  return number + (count == "1" ? " linearization" : " linearizations");
}

std::optional<bool> known(Answer answer) {
  return answer == Answer::Unknown ? std::nullopt : std::optional(answer == Answer::Yes);
}

}  // namespace coreecs
