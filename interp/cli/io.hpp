/// What the commands share: their options, their input and their output.
#pragma once

#include <cstdio>
#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "interp/cli/ascii.hpp"
#include "interp/cli/status.hpp"
#include "interp/run/execution.hpp"

namespace coreecs {

/// All text for standard output and standard error passes `print` and `complain`. They escape what steers a terminal,
/// as interp/base/json/escape.hpp says, but for line breaks and our colours. Where standard output cannot be written,
/// one of them or `flush` throws std::runtime_error; Interrupted, where nobody reads it and a signal comes.
void print(const std::string& out);
void flush();
/// Writes what was printed where that can be; where not, `flush` throws later.
void flush_if_possible() noexcept;
/// On standard error, behind what was printed.
void complain(const std::string& out);
/// "OF: WHAT", and a line break; `of` names a file or an option.
void complain(const std::string& of, const std::string& what);
/// How what is not ASCII is written from then on.
void spell(Spelling of_output, Spelling of_complaints);
/// Output that is printed only once it is known to be complete. Until then it lies in a temporary file; in memory where
/// it is short, and where such a file cannot be written, as on a full disk.
class HeldBack {
 public:
  void add(const std::string& out);
  /// Throws std::runtime_error where the temporary file cannot be read.
  void print();

 private:
  void put_aside();

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
  std::size_t in_file_ = 0;
  std::string text_;  // behind what is in the file
  bool full_ = false;
};
/// Whether standard output takes colours.
[[nodiscard]] bool coloured();

class CommandLine;
class Document;
class Language;

/// The text of a file, or of standard input, which a command line reads once; nothing when it has been said why there
/// is none.
[[nodiscard]] std::optional<std::string> read_text(CommandLine&, const std::string& file);

/// A program with the text that it was read from.
struct Input {
  std::string text;
  Program program;
  std::vector<std::string> settings = {};  ///< of its constants: "dt=0.02"
  /// The document with these settings; null of a program in C++, which is written, not read.
  std::shared_ptr<const Document> parsed = {};

  /// The document, with constants as they are set.
  [[nodiscard]] nlohmann::ordered_json written() const;
  /// The same, with each entity that is spawned written down.
  [[nodiscard]] nlohmann::ordered_json document() const;
};
/// What stands for the file of the program in C++ whose command line this is, if it is one.
[[nodiscard]] std::optional<std::string> native_file();
/// The text of a program in another language.
struct OtherText {
  std::shared_ptr<const Language> language;
  std::string text;
};
/// The program in a file, in standard input, or in C++, with its constants as --set says; nothing when its problems
/// have been printed. The text of a document in another language of the command line goes to `other`, with that
/// language, without a word; where there is none, it is a problem, as is any other document.
[[nodiscard]] std::optional<Input> read_program(CommandLine&, const std::string& file,
                                                std::optional<OtherText>* other = nullptr);
/// The schedule that was asked for, or null when it has been said which there are.
[[nodiscard]] const NamedSchedule* choose_schedule(const Program&, const std::string& file,
                                                   const std::optional<std::string>& name);

}  // namespace coreecs
