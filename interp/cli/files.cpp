#include "interp/cli/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <random>
#include <utility>

#include "interp/base/interrupt.hpp"
#include "interp/cli/io.hpp"
#include "interp/cli/progress.hpp"

namespace coreecs {

namespace {

namespace fs = std::filesystem;

/// The target of a path that names no file yet, after following links at its end.
fs::path behind_links(fs::path path) {
  std::error_code none;
  for (int links = 0; links < 40 && fs::is_symlink(path, none); ++links)
    path = path.parent_path() / fs::read_symlink(path, none);
  return path;
}

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

/// Identifies the file of a path: an existing regular file itself, or the folder and the name of a new one.
struct Identity {
  dev_t device = 0;
  ino_t number = 0;
  std::string name = {};

  friend bool operator==(const Identity&, const Identity&) = default;
};

/// Nothing for a device, a pipe or a folder.
std::optional<Identity> identity(const struct stat& there) {
  return S_ISREG(there.st_mode) ? std::optional(Identity{there.st_dev, there.st_ino}) : std::nullopt;
}

std::optional<Identity> identity(int descriptor) {
  struct stat there = {};
  return fstat(descriptor, &there) == 0 ? identity(there) : std::nullopt;
}

std::optional<Identity> identity(const std::string& path) {
  struct stat there = {};
  if (stat(path.c_str(), &there) == 0) return identity(there);
  const fs::path target = behind_links(path);
  if (stat(folder_of(target).c_str(), &there) != 0) return std::nullopt;
  return Identity{there.st_dev, there.st_ino, target.filename().string()};
}

struct KnownFile {
  FileUse use;
  std::optional<Identity> identity;
  bool is_stream = false;
};

std::vector<KnownFile>& known_files() {
  static std::vector<KnownFile> all;
  return all;
}

bool clash(const KnownFile& a, const KnownFile& b) {
  return a.identity && a.identity == b.identity && (a.use.written || b.use.written) && !(a.is_stream && b.is_stream);
}

void complain_of_clash(const KnownFile& a, const KnownFile& b) {
  const KnownFile& named = a.is_stream || (b.use.written && !b.is_stream) ? b : a;
  const KnownFile& other = &named == &a ? b : a;
  complain(named.use.path,
           fmt::format("{} and {} are the same file, which would be lost; name another file to write to",
                       named.use.option, other.use.option));
}

}  // namespace

bool keep_apart(const std::vector<FileUse>& uses) {
  std::vector<KnownFile>& known = known_files();
  known = {{{"standard output", "-", true}, identity(STDOUT_FILENO), true},
           {{"standard error", "-", true}, identity(STDERR_FILENO), true}};
  bool apart = true;
  for (const FileUse& use : uses) {
    const bool from_stream = use.path == "-" && !use.written;
    const KnownFile one{use, from_stream ? identity(STDIN_FILENO) : identity(use.path)};
    const auto other = std::find_if(known.begin(), known.end(), [&](const KnownFile& k) { return clash(k, one); });
    if (other != known.end()) complain_of_clash(*other, one);
    apart = apart && other == known.end();
    known.push_back(one);
  }
  return apart;
}

NewFile::NewFile(std::string path) : path_(std::move(path)) { open(); }

NewFile::~NewFile() {
  if (file_ != -1) ::close(file_);
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

void NewFile::open() {
  struct stat there = {};
  if (stat(path_.c_str(), &there) == 0) {
    if (S_ISDIR(there.st_mode)) return fail(EISDIR);
    if (access(path_.c_str(), W_OK) != 0) return fail(errno);
    if (S_ISREG(there.st_mode)) {
      std::error_code failed;
      target_ = fs::canonical(path_, failed);
      if (failed) return fail(failed.value());
      open_beside();
      if (file_ != -1) static_cast<void>(fchmod(file_, there.st_mode & 07777));
      return;
    }
    open_device(S_ISFIFO(there.st_mode) ? O_NONBLOCK : 0);
  } else if (errno != ENOENT) {
    fail(errno);
  } else {
    target_ = behind_links(path_);
    open_beside();
  }
}

void NewFile::open_device(int flags) {
  while ((file_ = ::open(path_.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC | flags)) == -1) {
    const bool is_unread_pipe = errno == ENXIO && (flags & O_NONBLOCK) != 0;
    if (!is_unread_pipe && errno != EINTR) return fail(errno);
    poll(nullptr, 0, 50);  // until a reader opens the pipe
    interrupt::poll();
  }
}

void NewFile::open_beside() {
  std::random_device random;
  do {
    const std::uint64_t high = random(), low = random();
    beside_ = folder_of(target_) / fmt::format("coreecs.{:08x}{:08x}.tmp", high, low);
    file_ = ::open(beside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  } while (file_ == -1 && errno == EEXIST);
  if (file_ != -1) return;
  fail(errno);
  beside_.clear();
}

void NewFile::write(std::string_view text) {
  if (error_ == 0) fail(write_all(file_, text));
}

void NewFile::sync_folder() const {
  const int folder = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder == -1) return;
  static_cast<void>(::fsync(folder));
  ::close(folder);
}

bool NewFile::commit() {
  if (error_ == 0 && !beside_.empty()) {
    if (::fsync(file_) != 0 && errno != EINVAL && errno != EROFS) fail(errno);
    if (::close(std::exchange(file_, -1)) != 0) fail(errno);
    if (error_ == 0 && ::rename(beside_.c_str(), target_.c_str()) != 0) fail(errno);
    if (error_ == 0) beside_.clear();
    sync_folder();
  }
  const ProgressLine::Away away;  // standard error may be a terminal
  if (error_ != 0) complain(path_, fmt::format("cannot be written: {}", std::strerror(error_)));
  return error_ == 0;
}

bool write_file(const std::string& path, std::string_view text) {
  NewFile file(path);
  file.write(text);
  return file.commit();
}

bool write_new_file(const std::string& path, std::string_view text) {
  KnownFile one{{path, path, true}, identity(path)};
  for (const KnownFile& known : known_files())
    if (clash(known, one)) {
      complain_of_clash(known, one);
      return false;
    }
  if (!write_file(path, text)) return false;
  one.identity = identity(path);  // the file exists now
  known_files().push_back(std::move(one));
  return true;
}

}  // namespace coreecs
