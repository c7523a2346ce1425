/// Input and output that commands share.
#pragma once

#include <cstdio>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "interp/cli/status.hpp"
#include "interp/run/execution.hpp"

namespace coreecs {

/// The spelling of characters outside ASCII.
enum class Spelling {
  Unicode,  ///< unchanged
  Words,    ///< symbols of coreecs by a table, other characters as \u{1F600}: for people
  Json,     ///< \ud83d\ude00, as in JSON
  Xml,      ///< &#128512; as in SVG and DOT
  Mermaid   ///< #128512;
};

/// Cost: the length of the text. Invalid UTF-8 is spelled byte by byte.
[[nodiscard]] std::string spelled(std::string_view text, Spelling spelling);

/// The reader of standard output has ended, as that of `coreecs help | head -1` does. This needs no message.
struct NobodyReads : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// All text for standard output and standard error passes `print` and `complain`. They escape control sequences, as
/// interp/base/json/escape.hpp describes, except line breaks and coreecs' colours. If writing standard output fails,
/// they or `flush` throw std::runtime_error, which is NobodyReads for a closed pipe; or Interrupted, if its reader is
/// stuck and a signal comes.
void print(const std::string& out);
void flush();
/// Writes pending output. If that fails, `flush` throws later.
void flush_if_possible() noexcept;
/// Writes to standard error, after pending output.
void complain(const std::string& out);
/// "OF: WHAT", and a line break; `of` names a file or an option.
void complain(const std::string& of, const std::string& what);
/// The spelling from now on.
void spell(Spelling of_output, Spelling of_complaints);
/// Output that is printed only once it is complete. Until then it is in a temporary file; or in memory, if it is short
/// or such a file cannot be written, as on a full disk.
class HeldBack {
 public:
  void add(const std::string& out);
  /// Throws std::runtime_error if the temporary file cannot be read.
  void print();

 private:
  void put_aside();

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
  std::size_t in_file_ = 0;
  std::string text_;  // follows the file's contents
  bool full_ = false;
};
/// Whether standard output shows colours.
[[nodiscard]] bool coloured();

class CommandLine;
class Document;
class Language;

/// The text of a file, or of standard input, which a command line reads once; nothing after a message that says why.
[[nodiscard]] std::optional<std::string> read_text(CommandLine&, const std::string& file);

/// A program with its text.
struct Input {
  std::string text;
  Program program;
  std::vector<std::string> settings = {};  ///< of its constants: "dt=0.02"
  /// The document with these settings; null for a program in C++, which is printed instead.
  std::shared_ptr<const Document> parsed = {};

  /// The document, with the settings applied.
  [[nodiscard]] nlohmann::ordered_json written() const;
  /// The same, as `spawned` writes it.
  [[nodiscard]] nlohmann::ordered_json document() const;
};
/// The placeholder for the file of a program in C++, on its own command line.
[[nodiscard]] std::optional<std::string> native_file();
/// The text of a program in another language.
struct OtherText {
  std::shared_ptr<const Language> language;
  std::string text;
};
/// The program in a file, on standard input, or in C++, with the constants of --set; nothing after its problems have
/// been printed. A document in another language of the command line goes to `other`, silently; without `other`, it is a
/// problem, like any other document.
[[nodiscard]] std::optional<Input> read_program(CommandLine&, const std::string& file,
                                                std::optional<OtherText>* other = nullptr);
/// The requested schedule; null after a message that lists the schedules.
[[nodiscard]] const NamedSchedule* choose_schedule(const Program&, const std::string& file,
                                                   const std::optional<std::string>& name);

}  // namespace coreecs
