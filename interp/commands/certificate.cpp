#include "interp/commands/checked.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"
#include "interp/check/record/certify.hpp"
#include "interp/check/verify/verify.hpp"
#include "interp/cli/command.hpp"
#include "interp/commands/commands.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs {

namespace {

/// The program's own name, or "" if it is only that of its file.
std::string own_name(const Program& program, const std::string& file) {
  return program.name == file ? std::string() : program.name;
}

const char* name(Judged::Outcome outcome) {
  switch (outcome) {
    case Judged::Outcome::Accepted:
      return "accepted";
    case Judged::Outcome::Refused:
      return "refused";
    case Judged::Outcome::Undecided:
      break;
  }
  return "undecided";
}

std::string shown(const std::vector<Judged>& claims, const std::string& program, const Certificate& certificate) {
  std::string out = fmt::format("{}: schedule {}, {}\n", program, on_one_line(certificate.schedule),
                                plural(certificate.frames, "frame"));
  for (const Judged& judged : claims)
    out +=
        fmt::format("  {:<18}{}{}{}\n", judged.claim, name(judged.outcome), judged.why.empty() ? "" : ": ", judged.why);
  return out;
}

std::string json(const std::vector<Judged>& claims, const Certificate& certificate) {
  nlohmann::ordered_json out = {
      {"schedule", certificate.schedule}, {"frames", certificate.frames}, {"claims", nlohmann::ordered_json::array()}};
  for (const Judged& judged : claims) {
    nlohmann::ordered_json& claim = out["claims"].emplace_back();
    claim = {{"claim", judged.claim}, {"outcome", name(judged.outcome)}};
    if (!judged.why.empty()) claim["why"] = judged.why;
  }
  return laid_out(out);
}

}  // namespace

bool write_certificate(const std::string& path, const Program& program, const std::string& file,
                       const NamedSchedule& schedule, const Verdict& verdict, Names& names) {
  const Certificate certificate = certify(program, own_name(program, file), schedule, verdict);
  const std::string text = json(certificate, program.schema, names);
  if (path != "-") return write_file(path, text);
  print(text);
  return true;
}

namespace {

class VerifyCommand : public Command {
 public:
  explicit VerifyCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  std::string program_, certificate_;
  std::size_t limit_ = 100'000;
  bool json_ = false;
};

VerifyCommand::VerifyCommand(CommandLine& line)
    : Command(line, "Verify", "verify-certificate",
              "Verify a certificate of check: recompute what it claims about a program") {
  if (!native_file()) program_argument(*this, "PROGRAM", program_);
  reads(add_option("CERTIFICATE", certificate_, "what check --certificate wrote for it, or - for standard input"))
      ->required();
  if (native_file()) program_argument(*this, "PROGRAM", program_);  // last, since it may be omitted
  json_option(*this, json_);
  add_option("--limit", limit_, "give up after N configurations, if the certificate relies on having tried them all")
      ->check(natural())
      ->capture_default_str();
}

Status VerifyCommand::run() const {
  const std::optional<Input> source = read_program(line(), program_);
  if (!source) return Status::Wrong;
  const std::optional<std::string> text = read_text(line(), certificate_);
  if (!text) return Status::Wrong;
  Entities entities;
  const auto read = read_certificate(*text, source->program, entities);
  if (const auto* problems = std::get_if<std::vector<Problem>>(&read)) {
    if (is_another_document(line(), certificate_, *text, certificate_document)) return Status::Wrong;
    for (const Problem& problem : *problems) complain(show(certificate_, problem) + "\n");
    return Status::Wrong;
  }
  const Certificate& certificate = std::get<Certificate>(read);
  const std::vector<Judged> all =
      verify(certificate, source->program, own_name(source->program, program_), entities, limit_);
  print(json_ ? json(all, certificate) : shown(all, on_one_line(source->program.name), certificate));
  Status status = Status::Yes;
  for (const Judged& judged : all) {
    if (judged.outcome == Judged::Outcome::Refused)
      status = Status::No;
    else if (judged.outcome == Judged::Outcome::Undecided && status == Status::Yes)
      status = Status::Undecided;
  }
  return status;
}

}  // namespace

std::shared_ptr<Command> verify_certificate_command(CommandLine& line) { return std::make_shared<VerifyCommand>(line); }

}  // namespace coreecs
