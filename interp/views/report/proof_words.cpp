#include "interp/views/report/prove.hpp"

#include "interp/base/json/tree.hpp"
#include "interp/base/json/writer.hpp"
#include "interp/views/report/answer.hpp"

namespace coreecs {

namespace {

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

}  // namespace

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

std::string why_open(const PairProof& pair, const std::string& question) {
  switch (pair.gap) {
    case ProofGap::Unsupported:
      return question + ": " + pair.unsupported;
    case ProofGap::Limit:
      return question + ": the solver was stopped";
    case ProofGap::Spurious:
      break;
  }
  return question + ": the solver proposes states, but none of them is a counterexample";
}

std::string show_start(const State& c, const Notation& notation, const std::string& margin) {
  std::string text;
  notation.state_by_entity(text, c, margin);
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

void json_why(JsonWriter& out, const PairProof& pair, const std::string& why, const std::string& remedy) {
  const bool is_open = pair.commute == Answer::Unknown;
  if (is_open) out.member("gap", key(pair.gap));
  out.member("reason", why);
  if (is_open) out.member("remedy", remedy);
}

void json_counterexample(JsonWriter& out, bool by_search, const nlohmann::ordered_json& document) {
  out.member("found_by", by_search ? "search" : "solver");
  out.key("counterexample");
  write(out, document);
}

}  // namespace coreecs
