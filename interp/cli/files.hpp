/// The output files of a command: written completely or not at all, and never over another file of the command; and
/// reads and writes that a signal can end, even if the other end of a pipe is stuck.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace coreecs {

/// A file named on a command line.
struct FileUse {
  std::string option;  ///< "--report"; "FILE" for an argument
  std::string path;    ///< "-" is standard input for a file that is read
  bool written = false;
};

/// Prints clashes between an output of the command and another of its files: the same file by any name, link or path,
/// including standard output and standard error. False if there is a clash. Until the next call, `write_new_file`
/// avoids these files.
[[nodiscard]] bool keep_apart(const std::vector<FileUse>& uses);

/// A file being written. The text goes to a new file with a random name in the same folder; `commit` puts it in place
/// of the old one. Links are followed. Devices and pipes are written directly.
class NewFile {
 public:
  explicit NewFile(std::string path);
  /// Removes the new file, unless it was committed.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Throws Interrupted while it waits for a pipe's reader. `commit` reports all other errors.
  void write(std::string_view text);
  /// Whether the complete file is in place and on the disk. If not, prints why; the old file remains.
  [[nodiscard]] bool commit();

 private:
  void open();
  void open_device(int flags);
  void open_beside();
  void sync_folder() const;
  void fail(int error) { error_ = error_ == 0 ? error : error_; }

  std::string path_;
  std::filesystem::path target_, beside_;  ///< after following links; the new file, or empty
  int file_ = -1;
  int error_ = 0;
};

/// Writes the file that an option names. If that fails, prints why, leaves the old file as it is, and returns false.
[[nodiscard]] bool write_file(const std::string& path, std::string_view text);
/// The same for a file whose name the command chose, and which the command line does not name.
[[nodiscard]] bool write_new_file(const std::string& path, std::string_view text);

/// Writes all of the text to a descriptor. Returns 0, or an error number. Throws Interrupted if a pipe or terminal has
/// taken nothing for `patience_ms` since a signal came.
[[nodiscard]] int write_all(int descriptor, std::string_view text, int patience_ms = 0);

/// Appends all text from a descriptor. Returns 0, or an error number. Throws Interrupted if a signal comes while it
/// waits.
[[nodiscard]] int read_all(int descriptor, std::string& text);

}  // namespace coreecs
