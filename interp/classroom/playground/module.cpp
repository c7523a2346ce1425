// What a module of WebAssembly exports.
#include <string>

#include "interp/classroom/playground/answer.hpp"

extern "C" const char* coreecs_answer(const char* command, const char* text, const char* options);

/// The answer stays until the next question.
const char* coreecs_answer(const char* command, const char* text, const char* options) {
  static std::string given;
  given = coreecs::answer(command, text, options);
  return given.c_str();
}
