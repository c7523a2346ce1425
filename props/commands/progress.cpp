// The line that says how far a command is, as terminals see it.
#include <future>
#include <nlohmann/json.hpp>
#include <regex>

#include "props/kit/command.hpp"

using shell::quoted;
using shell::Result;

namespace {

/// Performs a command in a terminal of its own and prints all that this is sent. Once that contains what is waited for,
/// or after 1.6 seconds where that is nothing, the command is interrupted.
const char* const terminal = R"(
import os, pty, select, signal, sys, time
awaited, command = sys.argv[1].encode(), sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(command[0], command)
end = time.monotonic() + (60 if awaited else 1.6)
sent, interrupted = b"", False
while True:
    if not interrupted and (awaited and awaited in sent or time.monotonic() > end):
        os.killpg(child, signal.SIGINT)
        interrupted = True
    if not select.select([terminal], [], [], 0.1)[0]:
        continue
    try:
        part = os.read(terminal, 4096)
    except OSError:  # Linux, where others read nothing
        part = b""
    if not part:
        break
    sent += part
sys.stdout.buffer.write(sent)
)";

/// What a terminal is sent by these shell words.
std::string sent(const std::string& words, const std::string& awaited, const std::string& kind = "xterm") {
  const Result result =
      shell::coreecs("--version > /dev/null; NO_COLOR=1 TERM=" + kind + " " + quoted(COREECS_PYTHON) + " -c " +
                     quoted(terminal) + " " + quoted(awaited) + " sh -c " + quoted("exec " + words));
  CHECK(result.err == "");
  return result.out;
}

/// What is to be seen on it in the end.
std::string seen(const std::string& sent) {
  std::string all, line;
  std::size_t column = 0;
  for (std::size_t j = 0; j < sent.size(); ++j) {
    if (sent[j] == '\n') {
      all += line + "\n";
      line.clear();
      column = 0;
    } else if (sent[j] == '\r') {
      column = 0;
    } else if (sent.compare(j, 3, "\033[K") == 0) {
      line.resize(column);
      j += 2;
    } else {
      line.resize(std::max(line.size(), column + 1));
      line[column++] = sent[j];
    }
  }
  return all + line;
}

/// A program that runs for as long as anyone waits.
struct Endless {
  Endless() {
    nlohmann::json program = nlohmann::json::parse(contents(source_dir / "examples/toy_physics.json"));
    program["frames"] = 100000000;
    file = scratch.file("endless.json", program.dump());
  }
  [[nodiscard]] std::string command() const { return quoted(shell::binary()) + " linearizations " + quoted(file); }

  Scratch scratch;
  std::string file;
};

const std::string says_interrupted = "coreecs: interrupted\n";

template <class Do>
auto meanwhile(Do work) {
  return std::async(std::launch::async, work);
}

}  // namespace

TEST_CASE("On a terminal, a line says after a second how far a command is, and is gone in the end" *
          doctest::test_suite("slow")) {
  const Endless endless;
  auto check = meanwhile([] {
    return sent(quoted(shell::binary()) + " check --limit 100000000 props/commands/many_orders.json", "configuration ");
  });
  auto repeated = meanwhile([] {
    return sent(quoted(shell::binary()) + " run examples/toy_physics.json --schedule-seed 1 --repeat 100000000 --json",
                "run ");
  });
  auto to_file = meanwhile([&] { return sent(endless.command() + " > /dev/null", "frame "); });
  auto narrow = meanwhile([&] { return sent("sh -c 'stty cols 20; exec \"$@\"' sh " + endless.command(), "frame "); });
  const std::string shown = sent(endless.command(), "frame ");
  CHECK(std::regex_match(shown, std::regex("(\r[1-9][0-9]* s: frame [0-9]+ of 100000000\033\\[K)+\r\033\\[K"
                                           "coreecs: interrupted\r\n")));
  CHECK(seen(shown) == says_interrupted);
  CHECK(seen(to_file.get()) == says_interrupted);

  const std::string cut = narrow.get();
  CHECK(std::regex_search(cut, std::regex("\r[1-9][0-9]* s: frame [0-9 of]+\033\\[K")));
  CHECK_FALSE(std::regex_search(cut, std::regex("\r[^\r\n\033]{20,}\033")));
  CHECK(seen(cut) == says_interrupted);

  const std::string checked = check.get();
  CHECK(std::regex_search(
      checked, std::regex("\r[1-9][0-9]* s: whether it is deterministic, configuration [0-9]+ of at most 100000000")));
  CHECK(seen(checked).rfind("many orders: ", 0) == 0);
  CHECK(contains(seen(checked), "interrupted\n"));

  const std::string runs = repeated.get();
  CHECK(std::regex_search(runs, std::regex("\r[1-9][0-9]* s: run [0-9]+ of 100000000")));
  CHECK(contains(seen(runs), "\"runs\": "));
}

TEST_CASE("There is no line on a dumb terminal, nor in a pipe or a file, nor where the output goes through a pipe" *
          doctest::test_suite("slow")) {
  const Endless endless;
  auto dumb = meanwhile([&] { return sent(endless.command(), "", "dumb"); });
  auto complaints = meanwhile([&] { return sent(endless.command() + " 2> " + quoted(endless.file + ".err"), ""); });
  auto piped = meanwhile([&] { return sent(endless.command() + " | cat", ""); });
  CHECK(dumb.get() == "coreecs: interrupted\r\n");
  CHECK(complaints.get() == "");
  CHECK(contents(endless.file + ".err") == says_interrupted);
  CHECK_FALSE(contains(piped.get(), "frame"));
}

TEST_CASE("A short command says on a terminal what it says elsewhere") {
  const std::string show = "show examples/toy_physics.json",
                    shown = sent(quoted(shell::binary()) + " " + show, "never");
  CHECK(seen(shown) == shell::coreecs(show).out);
  CHECK_FALSE(contains(shown, "\033"));
}
