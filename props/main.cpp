#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

/// RapidCheck takes its parameters from RC_PARAMS; the last of two counts.
int main(int argc, char** argv) {
  const char* given = std::getenv("RC_PARAMS");
  setenv("RC_PARAMS", ("max_success=500 " + std::string(given ? given : "")).c_str(), 1);
  return doctest::Context(argc, argv).run();
}
