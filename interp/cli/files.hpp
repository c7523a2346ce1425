/// The files that a command writes: whole or not at all, and never one that it reads or writes otherwise.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace coreecs {

/// A file that a command line names.
struct FileUse {
  std::string option;  ///< "--report"; "FILE" for an argument
  std::string path;    ///< "-" is standard input where the file is read
  bool written = false;
};

/// Says which files are in the way, where an output of the command is one of its inputs or another one of its outputs:
/// the same file by any name, link or path, standard output and standard error included. False where something was
/// said. `write_new_file` keeps away from these files from then on, until the next call.
[[nodiscard]] bool keep_apart(const std::vector<FileUse>& uses);

/// A file while it is being written. Its text goes to a new file of a random name in the same folder, and takes the
/// place of what is there with `commit`. A link is followed. A device or pipe is written to directly.
class NewFile {
 public:
  explicit NewFile(std::string path);
  /// Removes what was written, unless it was committed.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Throws Interrupted where it is a pipe that nobody reads. `commit` tells what else goes wrong.
  void write(std::string_view text);
  /// Whether the file is there now, as a whole, and on the disk. Where not, what was there before still is, and why has
  /// been said.
  [[nodiscard]] bool commit();

 private:
  void open();
  void open_device(int flags);
  void open_beside();
  void sync_folder() const;
  void fail(int error) { error_ = error_ == 0 ? error : error_; }

  std::string path_;
  std::filesystem::path target_, beside_;  ///< behind links; of the new file, or empty
  int file_ = -1;
  int error_ = 0;
};

/// Whether the file that an option names could be written. Where not, it is as it was, and why has been said.
[[nodiscard]] bool write_file(const std::string& path, std::string_view text);
/// The same of a file whose name the command made up: it is none that the command line names.
[[nodiscard]] bool write_new_file(const std::string& path, std::string_view text);

}  // namespace coreecs
