#include "interp/views/report/proof_words.hpp"

#include "interp/views/report/answer.hpp"

namespace coreecs {

std::string verdict_of_proof(Answer answer, bool coloured) {
  switch (answer) {
    case Answer::Yes:
      return coloured ? in_colour(Colour::Green, "proved") : "proved";
    case Answer::No:
      return coloured ? in_colour(Colour::Red, "refuted") : "refuted";
    case Answer::Unknown:
      break;
  }
  return coloured ? in_colour(Colour::BoldYellow, "unknown") : "unknown";
}

const char* key(ProofGap gap) {
  switch (gap) {
    case ProofGap::Unsupported:
      return "unsupported";
    case ProofGap::Limit:
      return "limit";
    case ProofGap::Spurious:
      break;
  }
  return "spurious";
}

}  // namespace coreecs
