#include "interp/cli_certificate.hpp"

#include <fmt/format.h>

#include "interp/load.hpp"
#include "interp/verify.hpp"

namespace coreecs {

namespace {

/// The name in the document of a program that was read from `file`, or "" where it has none.
std::string own_name(const Program& program, const std::string& file) {
  return program.name == file ? std::string() : program.name;
}

std::string shown(const Judged& judged) {
  switch (judged.outcome) {
    case Judged::Outcome::Accepted:
      return fmt::format("  {:<18}accepted\n", judged.claim);
    case Judged::Outcome::Refused:
      return fmt::format("  {:<18}refused: {}\n", judged.claim, judged.why);
    case Judged::Outcome::Undecided:
      break;
  }
  return fmt::format("  {:<18}undecided: {}\n", judged.claim, judged.why);
}

}  // namespace

bool write_certificate(const std::string& path, const Program& program, const std::string& file,
                       const std::pair<std::string, Schedule>& schedule, const Verdict& verdict, Execution& reference) {
  const Certificate certificate = certify(program, own_name(program, file), schedule, verdict, reference);
  const std::string text = json(certificate, program.schema, reference.names());
  if (path != "-") return write(path, text);
  print(text);
  return true;
}

VerifyCommand::VerifyCommand(CLI::App& app, const char* footer)
    : verify_(app.add_subcommand("verify-certificate",
                                 "Verify a certificate of check: recompute what it claims of a program")) {
  verify_->footer(footer);
  verify_->add_option("PROGRAM", program_, "the program in JSON, or - for standard input")->required();
  verify_->add_option("CERTIFICATE", certificate_, "what check --certificate wrote about it")->required();
  verify_
      ->add_option("--limit", limit_,
                   "how many configurations of a run are looked at where the certificate rests on looking at all")
      ->check(natural())
      ->capture_default_str();
}

std::optional<Status> VerifyCommand::run() const {
  if (!verify_->parsed()) return std::nullopt;
  const std::optional<Input> source = read_program(program_);
  if (!source) return Status::Wrong;
  const auto text = read_file(certificate_);
  if (const Problem* unreadable = std::get_if<Problem>(&text)) {
    complain(show(certificate_, *unreadable) + "\n");
    return Status::Wrong;
  }
  Entities entities;
  const auto read = read_certificate(std::get<std::string>(text), source->program, entities);
  if (const auto* problems = std::get_if<std::vector<Problem>>(&read)) {
    for (const Problem& problem : *problems) complain(show(certificate_, problem) + "\n");
    return Status::Wrong;
  }
  const Certificate& certificate = std::get<Certificate>(read);
  const std::vector<Judged> all =
      verify(certificate, source->program, own_name(source->program, program_), entities, limit_);
  print(fmt::format("{}: schedule {}, {} frame{}\n", source->program.name, certificate.schedule, certificate.frames,
                    certificate.frames == 1 ? "" : "s"));
  Status status = Status::Yes;
  for (const Judged& judged : all) {
    print(shown(judged));
    if (judged.outcome == Judged::Outcome::Refused)
      status = Status::No;
    else if (judged.outcome == Judged::Outcome::Undecided && status == Status::Yes)
      status = Status::Undecided;
  }
  return status;
}

}  // namespace coreecs
