#include "interp/cli/io.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "interp/base/interrupt.hpp"
#include "interp/base/json/document.hpp"
#include "interp/base/json/tree.hpp"
#include "interp/base/progress.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/documents.hpp"
#include "interp/cli/files.hpp"
#include "interp/cli/progress.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/format/native.hpp"
#include "interp/language/format/print.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/views/report/answer.hpp"

namespace coreecs {

Status worse(Status a, Status b) {
  const auto rank = [](Status s) {
    return s == Status::No ? 2 : s == Status::Wrong ? 3 : s == Status::Undecided ? 1 : 0;
  };
  return rank(a) < rank(b) ? b : a;
}

namespace {

// These and the output below belong to the process, like its streams: they are used by status_of and by the handler of
// std::terminate, which have no command line.
Spelling of_output = Spelling::Unicode, of_complaints = Spelling::Unicode;

/// The length of a line break, or of a coreecs colour on a terminal.
std::size_t kept(std::string_view text) {
  if (text.front() == '\n') return 1;
  const std::size_t colour = colour_sequence(text);
  return colour > 0 && coloured() ? colour : 0;
}

/// The text to be written: `text` itself, or `made`, in which it is escaped and spelled.
const std::string& as_written(const std::string& text, Spelling spelling, std::string& made) {
  const bool is_clean = first_escaped(text, kept) == text.size();
  if (is_clean && spelling == Spelling::Unicode) return text;
  return made = spelled(is_clean ? text : escaped(text, kept), spelling);
}

/// Standard output, buffered unless it is a terminal.
class Output {
 public:
  Output() { waiting_.reserve(most_waiting); }

  void add(std::string_view text) {
    if (waiting_.size() + text.size() <= most_waiting && !is_terminal_) {
      waiting_ += text;
    } else {
      flush();
      write(text);
    }
  }
  void flush() {
    write(waiting_);
    waiting_.clear();
  }

 private:
  static constexpr std::size_t most_waiting = 4096;
  static constexpr int patience_ms = 5000;

  /// Does nothing after a failure. After a signal, the reader gets some more time, since partial results may matter.
  void write(std::string_view text) {
    if (given_up_) return;
    try {
      error_ = error_ != 0 ? error_ : write_all(STDOUT_FILENO, text, patience_ms);
    } catch (const Interrupted&) {
      given_up_ = true;
      throw;
    }
    if (error_ == 0) return;
    const std::string why = std::string("standard output cannot be written: ") + std::strerror(error_);
    if (error_ == EPIPE) throw NobodyReads(why);
    throw std::runtime_error(why);
  }

  std::string waiting_;
  bool is_terminal_ = isatty(STDOUT_FILENO) == 1, given_up_ = false;
  int error_ = 0;
};

Output& output() {
  static Output one;
  return one;
}

void write_out(std::string_view out) {
  const ProgressLine::Away away(STDOUT_FILENO);
  ProgressLine::printed(out);
  output().add(out);
}

}  // namespace

void spell(Spelling output, Spelling complaints) {
  of_output = output;
  of_complaints = complaints;
}

void print(const std::string& text) {
  std::string made;
  write_out(as_written(text, of_output, made));
}
void flush() { output().flush(); }
void flush_if_possible() noexcept {
  try {
    flush();
  } catch (const std::exception&) {  // the next call of print reports it
  }
}
void complain(const std::string& text) {
  flush_if_possible();
  std::string made;
  const std::string& out = as_written(text, of_complaints, made);
  const ProgressLine::Away away;
  std::fwrite(out.data(), 1, out.size(), stderr);
}

void complain(const std::string& of, const std::string& what) {
  complain(on_one_line(of) + ": " + on_one_line(what) + "\n");
}

void HeldBack::add(const std::string& out) {
  constexpr std::size_t much = 1 << 20;
  std::string made;
  text_ += as_written(out, of_output, made);  // escaped before it is split, so that no character is
  if (text_.size() >= much && !full_) put_aside();
}

void HeldBack::put_aside() {
  if (!file_) file_.reset(std::tmpfile());
  full_ = !file_;
  while (!full_ && !text_.empty()) {
    const ssize_t n = ::write(fileno(file_.get()), text_.data(), text_.size());
    full_ = n < 0 && errno != EINTR;
    if (n <= 0) continue;
    in_file_ += static_cast<std::size_t>(n);
    text_.erase(0, static_cast<std::size_t>(n));
  }
}

void HeldBack::print() {
  char part[1 << 16];
  for (std::size_t at = 0; at < in_file_;) {
    const ssize_t n = ::pread(fileno(file_.get()), part, std::min(sizeof part, in_file_ - at), static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0)
      throw std::runtime_error(std::string("a temporary file for the output cannot be read: ") + std::strerror(errno));
    write_out({part, static_cast<std::size_t>(n)});
    at += static_cast<std::size_t>(n);
  }
  write_out(text_);
}

bool coloured() {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) && (!no_colour || !*no_colour);
}

std::optional<std::string> read_text(CommandLine& line, const std::string& file) {
  std::variant<std::string, Problem> text;
  if (file != "-") {
    text = read_file(file);
  } else if (line.takes_input()) {
    text = Problem{"", "is standard input, which was read already; expected a file"};
  } else {
    std::string all;
    const int error = read_all(STDIN_FILENO, all);
    text = std::move(all);
    if (error != 0) text = Problem{"", std::string("cannot be read: ") + std::strerror(error)};
  }
  if (std::string* read = std::get_if<std::string>(&text)) return std::move(*read);
  complain(show(file, std::get<Problem>(text)) + "\n");
  return std::nullopt;
}

std::optional<std::string> native_file() {
  const Program* native = Native::program();
  return native ? std::optional(native->name.empty() ? "program" : native->name) : std::nullopt;
}

namespace {

void complain_of(const std::string& file, const std::vector<Problem>& problems) {
  for (const Problem& problem : problems) complain(show(file, problem) + "\n");
}

std::string name_of(const std::string& setting) { return setting.substr(0, setting.find('=')); }
std::string_view value_of(const std::string& setting) {
  return std::string_view(setting).substr(setting.find('=') + 1);
}

/// Sets constants of a document. If a setting is wrong, reports it, changes none, and returns false.
bool set(nlohmann::ordered_json& document, const std::vector<std::string>& settings, const std::string& file) {
  Problems problems;
  nlohmann::ordered_json& constants = document["constants"];
  std::vector<std::string_view> known;
  for (const auto& constant : constants.items()) known.push_back(constant.key());
  std::set<std::string> names;
  std::vector<nlohmann::ordered_json> values;
  for (const std::string& setting : settings) {
    const std::string name = name_of(setting);
    if (!names.insert(name).second)
      problems.report({}, "found " + in_quotes(name) + " twice; expected each constant once");
    if (std::find(known.begin(), known.end(), name) == known.end())
      problems.report_unknown({}, "constant", name, known);
    Problems of_value;
    const Document term(value_of(setting), of_value);
    if (of_value.empty())
      values.push_back(tree(*term.root()));
    else
      problems.report({},
                      "found " + in_quotes(value_of(setting)) + "; expected a term, like 0.02 or {\"text\": \"fast\"}");
  }
  const bool can = problems.empty();
  complain_of(file, std::move(problems).in_order());
  for (std::size_t j = 0; can && j < settings.size(); ++j) constants[name_of(settings[j])] = std::move(values[j]);
  return can;
}

/// Whether the document is an object without "constants", or with an object of them. Otherwise, loading reports it.
bool may_have_constants(const Document& document) {
  const auto* root = document.root() ? document.root()->as<Json::Object>() : nullptr;
  const Json::Member* constants = root ? find(*root, "constants") : nullptr;
  return root && (!constants || constants->value.as<Json::Object>());
}

/// The language that a document names.
std::shared_ptr<const Language> language_of(const CommandLine& line, const Document& document) {
  for (const Part& part : line.parts())
    for (const std::shared_ptr<const Language>& language : part.languages)
      if (language->is_named_by(document)) return language;
  return nullptr;
}

}  // namespace

nlohmann::ordered_json Input::written() const { return parsed ? tree(*parsed->root()) : read_tree(text); }
nlohmann::ordered_json Input::document() const { return spawned(written(), program); }

std::optional<Input> read_program(CommandLine& line, const std::string& file, std::optional<OtherText>* other) {
  const std::vector<std::string>& settings = line.settings();
  if (file == native_file() && settings.empty()) return Input{print(*Native::program()), *Native::program()};
  std::optional<std::string> text = file == native_file() ? print(*Native::program()) : read_text(line, file);
  if (!text) return std::nullopt;
  const progress::Task loading("loading");
  Problems problems;
  auto document = std::make_shared<const Document>(std::string_view(*text), problems);
  if (auto language = other ? language_of(line, *document) : nullptr) {
    *other = OtherText{std::move(language), *std::move(text)};
    return std::nullopt;
  }
  if (is_another_document(line, file, *text, *document, core_program)) return std::nullopt;
  std::string of = file;
  for (const std::string& setting : settings) of += " with --set " + setting;
  const bool sets = !settings.empty() && problems.empty() && may_have_constants(*document);
  if (sets) {
    nlohmann::ordered_json changed = tree(*document->root());
    if (!set(changed, settings, of)) return std::nullopt;
    document = std::make_shared<const Document>(changed, problems);
  }
  auto result = load(*document, std::move(problems), *text);
  if (Program* program = std::get_if<Program>(&result)) {
    if (program->name.empty()) program->name = file;
    return Input{std::move(*text), std::move(*program), settings, std::move(document)};
  }
  auto& all = std::get<std::vector<Problem>>(result);
  for (Problem& problem : all)  // a value from --set has no position in the file
    for (const std::string& setting : sets ? settings : std::vector<std::string>())
      if ((problem.place + "/").rfind("/constants/" + name_of(setting) + "/", 0) == 0) problem.at.reset();
  complain_of(of, all);
  return std::nullopt;
}

const NamedSchedule* choose_schedule(const Program& program, const std::string& file,
                                     const std::optional<std::string>& name) {
  const auto* schedule = find_schedule(program, name);
  if (schedule) return schedule;
  std::vector<std::string_view> names;
  for (const NamedSchedule& z : program.schedules) names.push_back(z.name);
  Problems problems;
  if (name)
    problems.report_unknown({}, "schedule", *name, names);
  else
    problems.report({}, "no schedule is named main; choose with --schedule " + one_of(names));
  for (const Problem& problem : std::move(problems).in_order()) complain(show(file, problem) + "\n");
  return nullptr;
}

}  // namespace coreecs
