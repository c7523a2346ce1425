// Files and streams that cannot be read or written: it is said which, and why, with status 2.
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using namespace std::string_literals;
using shell::coreecs;
using shell::quoted;
using shell::Result;

namespace {

const std::string lost = "check --schedule lost_write --frames 1 " + toy;

/// Paths at which no file can be, each with the reason.
std::vector<std::pair<std::string, std::string>> impossible(const Scratch& scratch) {
  std::filesystem::create_symlink("loop", scratch.path / "loop");
  return {{scratch.file("loop"), "Too many levels of symbolic links"},
          {scratch.file(std::string(300, 'x')), "File name too long"},
          {scratch.file("no such folder/file"), "No such file or directory"},
          {scratch.path.string(), "Is a directory"},
          {scratch.file("a file", "") + "/file", "Not a directory"}};
}

/// In a shell of its own, so that its standard streams can be others.
Result redirected(const std::string& command) { return coreecs("--version > /dev/null; (" + command + ")"); }

/// What prints something, whatever its status.
const std::vector<std::string> printing{"run " + toy,
                                        "run --json " + toy,
                                        "run --executor threads " + toy,
                                        "run --schedule-seed 1 " + toy,
                                        "check " + toy,
                                        "check --json " + toy,
                                        "check --static " + toy,
                                        "check --suggest " + toy,
                                        "check --visibility shared " + toy,
                                        "check --certificate - " + toy,
                                        "show " + toy,
                                        "test " + toy,
                                        "linearizations --list " + toy,
                                        "fuzz --cases 0 " + toy,
                                        "shrink --schedule lost_write " + toy,
                                        "--help",
                                        "--version",
                                        "help run",
                                        "check --help"};

}  // namespace

TEST_CASE("A file that cannot be read is named, with the reason") {
  const Scratch scratch;
  auto all = impossible(scratch);
  all.emplace_back(scratch.file("x\xff"), "No such file or directory");
  for (const auto& each : all) {
    const std::string& path = each.first;
    const std::string shown = path.back() == '\xff' ? path.substr(0, path.size() - 1) + "\\xff" : path;
    for (const std::string& command :
         {std::string("run "), "verify-certificate " + toy + " ", "check-trace " + toy + " ",
          std::string("merge-reports "), std::string("fuzz "), "run " + toy + " --replay @"}) {
      const Result result = coreecs(command + quoted(each.first));
      CAPTURE(command);
      CAPTURE(result.err);
      CHECK(result.status == 2);
      CHECK(result.out == "");
      CHECK(contains(result.err, shown + ": "));
      CHECK(contains(result.err, each.second));
    }
  }
  const Result closed = redirected(quoted(shell::binary()) + " run - <&-");
  CHECK(closed.status == 2);
  CHECK(contains(closed.err, "Bad file descriptor"));
  CHECK(contains(redirected(quoted(shell::binary()) + " run - < .").err, "Is a directory"));
}

TEST_CASE("A file that cannot be written is named, with the reason") {
  const Scratch scratch;
  auto all = impossible(scratch);
  all.emplace_back("/dev/full", "No space left on device");
  for (const auto& each : all) {
    for (const std::string& command :
         {"check " + toy + " --certificate ", "fuzz --cases 0 " + toy + " --report ",
          "run --executor threads " + toy + " --trace ", "shrink --schedule lost_write " + toy + " --output "}) {
      const Result result = coreecs(command + quoted(each.first));
      CAPTURE(command);
      CAPTURE(result.err);
      CHECK(result.status == 2);
      CHECK(contains(result.err, each.first + ": "));
      CHECK(contains(result.err, each.second));
    }
  }
  const std::string in_the_way = scratch.file("run-1.replay");
  std::filesystem::create_directory(in_the_way);
  const Result result = coreecs(lost + " --save-replays " + quoted(scratch.path.string()));
  CHECK(result.status == 2);
  CHECK(contains(result.err, in_the_way + ": "));
  CHECK(contains(result.err, "Is a directory"));
}

TEST_CASE("Files and folders without permission are named, with the reason") {
  const Scratch scratch;
  namespace fs = std::filesystem;
  const std::string nobody =
      geteuid() == 0 ? "setpriv --reuid=65534 --clear-groups " : "";  // permissions bind not root
  const auto as_nobody = [&](const std::string& arguments) {
    return redirected(nobody + quoted(shell::binary()) + " " + arguments);
  };
  if (as_nobody("--version").status != 0) {
    MESSAGE("skipped: there is no other user who can be asked to run the command");
    return;
  }
  fs::permissions(scratch.path, fs::perms(0755));
  const std::string unreadable = scratch.file("unreadable", "{}"), closed = scratch.file("closed"),
                    read_only = scratch.file("read only");
  fs::permissions(unreadable, fs::perms::none);
  for (const std::string& folder : {closed, read_only}) {
    fs::create_directory(folder);
    std::ofstream(folder + "/there") << "before";
  }
  fs::permissions(closed, fs::perms::none);
  fs::permissions(read_only, fs::perms(0555));

  const auto refused = [&](const std::string& command, const std::string& file) {
    const Result result = as_nobody(command + quoted(file));
    CAPTURE(command);
    CAPTURE(result.err);
    CHECK(result.status == 2);
    CHECK(contains(result.err, file + ": "));
    CHECK(contains(result.err, "Permission denied"));
  };
  for (const std::string& command : {"run "s, "verify-certificate " + toy + " ", "merge-reports "s})
    for (const std::string& file : {unreadable, closed + "/there"}) refused(command, file);
  for (const std::string& command : {"check " + toy + " --certificate ", "fuzz --cases 0 " + toy + " --report ",
                                     "shrink --schedule lost_write " + toy + " --output "})
    for (const std::string& file : {closed + "/new", closed + "/there", read_only + "/new", read_only + "/there"})
      refused(command, file);
  for (const std::string& folder : {closed, read_only}) {
    const Result result = as_nobody(lost + " --save-replays " + quoted(folder));
    CAPTURE(result.err);
    CHECK(result.status == 2);
    CHECK(contains(result.err, folder + "/run-1.replay: "));
    CHECK(contains(result.err, "Permission denied"));
  }
  fs::permissions(closed, fs::perms::owner_all);
  for (const std::string& folder : {closed, read_only}) CHECK(contents(folder + "/there") == "before");
  fs::permissions(read_only, fs::perms::owner_all);  // so that it can be removed
}

TEST_CASE(
    "Standard output that is full or closed is complained of, a pipe that nobody reads is not, and no signal ends a "
    "command") {
  const Scratch scratch;
  for (const std::string& command : printing) {
    CAPTURE(command);
    const auto fails_with = [](const Result& result, const std::string& reason) {
      CAPTURE(result.err);
      CHECK(result.status == 2);
      CHECK(contains(result.err, reason));
    };
    const std::string whole = quoted(shell::binary()) + " " + command;
    fails_with(redirected(whole + " > /dev/full"), "No space left on device");
    fails_with(redirected(whole + " >&-"), "Bad file descriptor");
    const Result piped = redirected("(sleep 0.05; env --default-signal=PIPE " + whole + "; echo $? > " +
                                    quoted(scratch.file("status")) + ") | true");
    CHECK(contents(scratch.path / "status") == "2\n");
    CHECK(piped.err.empty());
  }
}

TEST_CASE("What nobody reads any more is not computed to its end") {
  const Scratch scratch;
  for (const std::string options : {"", " --executor threads"}) {
    const Result result =
        redirected("(env --default-signal=PIPE timeout 60 " + quoted(shell::binary()) + " run " + toy +
                   " --frames 100000000" + options + "; echo $? > " + quoted(scratch.file("status")) + ") | head -1");
    CHECK(contents(scratch.path / "status") == "2\n");
    const std::string whole = coreecs("run " + toy).out;
    CHECK(result.out == whole.substr(0, whole.find('\n') + 1));
  }
}

TEST_CASE("Names of files that are not UTF-8 are no reason to abort") {
  const Scratch scratch;
  nlohmann::json program = nlohmann::json::parse(contents(source_dir / toy));
  program.erase("name");  // so that the file's stands for it
  const std::string file = quoted(scratch.file("x\xff.json", program.dump()));
  const std::string out = scratch.file("y\xff");
  std::filesystem::create_directory(scratch.path / "z\xff");
  for (const std::string& command :
       {"run --json " + file, "check --json " + file, "check --json --suggest " + file, "check --static --json " + file,
        "check --visibility shared --json " + file, "check --certificate " + quoted(out) + " " + file,
        "run --executor threads --trace " + quoted(out) + " " + file, "linearizations --list --json " + file,
        "fuzz --json --cases 0 --report " + quoted(out) + " " + file,
        "check --json --schedule lost_write --save-replays " + quoted(scratch.file("z\xff")) + " " + file,
        "shrink --schedule lost_write " + file, "show " + file}) {
    const Result result = coreecs(command);
    CAPTURE(command);
    CAPTURE(result.err);
    CHECK(result.status < 2);
    if (contains(command, "--json")) CHECK(nlohmann::json::accept(result.out));
    if (contains(command, quoted(out))) CHECK(nlohmann::json::accept(contents(out)));
  }
}

TEST_CASE("With standard output closed, no file is taken for it") {
  const Scratch scratch;
  const std::string certificate = quoted(scratch.file("c"));
  const std::string check = "check " + toy + " --certificate " + certificate;
  CHECK(redirected(quoted(shell::binary()) + " " + check + " >&-").status == 2);
  CHECK(nlohmann::json::accept(contents(scratch.path / "c")));
  const Result large = redirected("ulimit -f 100000; timeout 60 " + quoted(shell::binary()) +
                                  " run --json --frames 20000 " + toy + " >&-");
  CHECK(large.status == 2);
  CHECK(contains(large.err, "Bad file descriptor"));
}

TEST_CASE("What is written is whole, or what was there stays, and no command writes over what it reads") {
  const Scratch scratch;
  const std::string program = contents(source_dir / toy);
  const std::string file = scratch.file("p.json", program), other = scratch.file("other", "before");
  for (const std::string& command :
       {"check --certificate "s, "fuzz --cases 1 --output " + quoted(scratch.path.string()) + " --report ",
        "run --executor threads --trace "s}) {
    CAPTURE(command);
    const Result over = coreecs(command + quoted(file) + " " + quoted(file));
    CHECK(over.status == 2);
    CHECK(contains(over.err, file + ": "));
    CHECK(contents(file) == program);
    const std::string on_a_full_disk = "(trap '' XFSZ; ulimit -f 0; " + quoted(shell::binary()) + " " + command +
                                       quoted(other) + " " + quoted(file) + " 2>&1) | cat";
    const Result full = coreecs("--version > /dev/null; sh -c " + quoted(on_a_full_disk));
    CHECK(contains(full.out, other + ": "));
    CHECK(contents(other) == "before");
  }
  const std::string link = scratch.file("link");
  std::filesystem::create_symlink("other", link);
  std::filesystem::permissions(other, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  CHECK(coreecs("check --certificate " + quoted(link) + " " + quoted(file)).status == 0);
  CHECK(std::filesystem::is_symlink(link));
  CHECK(nlohmann::json::parse(contents(other))["certificate"] == 1);
  CHECK(std::filesystem::status(other).permissions() ==
        (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
  CHECK(coreecs("check --certificate /dev/null " + quoted(file)).status == 0);
  for (const auto& entry : std::filesystem::directory_iterator(scratch.path))
    CHECK_FALSE(contains(entry.path().string(), ".tmp"));
}

TEST_CASE("The second document of a command may come from standard input, and both cannot") {
  const Scratch scratch;
  const std::string trace = scratch.file("trace");
  CHECK(coreecs("run --executor threads --trace " + quoted(trace) + " " + toy).status == 0);
  CHECK(coreecs("check-trace " + toy + " -", contents(trace)).status == 0);
  CHECK(coreecs("verify-certificate " + toy + " -", coreecs("check --certificate - " + toy).out).status == 0);
  for (const char* command : {"check-trace - -", "verify-certificate - -", "judge - -"})
    CHECK(coreecs(command, contents(source_dir / toy)).status == 2);
}

TEST_CASE("A document that waits to be printed needs no file: where that cannot be written, it waits in memory") {
  const std::string command = quoted(shell::binary()) + " run --json --frames 30000 " + toy;
  const std::string whole = coreecs("run --json --frames 30000 " + toy).out;
  REQUIRE(whole.size() > 3'000'000);
  for (const std::string limit : {"0", "1", "1500"}) {  // of files, in KB
    CAPTURE(limit);
    const Result limited = coreecs("--version > /dev/null; bash -c " +
                                   quoted("(ulimit -f " + limit + "; " + command + "; echo $?) 2>&1 | cat"));
    CHECK(limited.out.size() == whole.size() + 2);
    CHECK(limited.out == whole + "0\n");
  }
}
