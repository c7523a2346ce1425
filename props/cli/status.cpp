// What becomes of exceptions that no command catches.
#include "interp/cli/failure.hpp"

#include <variant>

#include "props/kit/command.hpp"

namespace {

struct Failure {
  int status;
  std::string said;
};

template <class Command>
Failure failure(const Scratch& scratch, Command command) {
  std::FILE* errors = std::fopen(scratch.file("errors").c_str(), "w");
  REQUIRE(errors != nullptr);
  const int status = coreecs::status_of(
      command, [] { return "more is needed"; }, errors);
  std::fclose(errors);
  return {status, contents(scratch.path / "errors")};
}

/// A command that throws this.
template <class Error, class... Text>
auto throwing(Text... text) {
  return [=]() -> int { throw Error(text...); };
}

}  // namespace

TEST_CASE("A bug in coreecs has status 4, and is said to be one") {
  const Scratch scratch;
  for (const Failure& bug : {failure(scratch, throwing<std::logic_error>("a place that is none")),
                             failure(scratch, throwing<std::out_of_range>("a place that is none"))}) {
    CHECK(bug.status == 4);
    CHECK(bug.said == "coreecs: a bug in coreecs, please report it: a place that is none\n");
  }
  CHECK(failure(scratch, [] { return std::get<int>(std::variant<int, bool>(true)); }).status == 4);
}

TEST_CASE("Where the machine fails the status is 2, where memory runs out it is 3") {
  const Scratch scratch;
  const Failure full = failure(scratch, throwing<std::runtime_error>("the disk is full"));
  CHECK(full.status == 2);
  CHECK(full.said == "coreecs: the disk is full\n");
  for (const Failure& out : {failure(scratch, throwing<std::bad_alloc>()),
                             failure(scratch, throwing<std::length_error>("vector::reserve"))}) {
    CHECK(out.status == 3);
    CHECK(out.said == "coreecs: more is needed\n");
  }
  CHECK(failure(scratch, [] { return 3; }).status == 3);
}
