/// A program around one mutation, for tests of terms and mutations.
#pragma once

#include <string>

namespace coreecs {

/// A program with one system `s`, which has variables of every type: "do" is given.
inline std::string system_doing(const std::string& mutation) {
  return R"({ "components": { "Out": "int", "Ratio": "real", "Tag": "unit", "Flag": "bool", "Count": "int", "Speed": "real",
                              "Label": "text", "Friend": "entity", "Place": { "y": "real", "x": "int" } },
              "systems": { "s": { "match": [ { "entity": "e",
                 "incl": { "Flag": "b", "Count": "n", "Speed": "v", "Label": "l", "Friend": "f", "Place": "p" },
                 "anyway": { "Out": "o", "Ratio": "r" } } ],
               "do": )" +
         mutation + R"( } },
              "schedules": { "main": { "conc": "s" } },
              "entities": { "e0": {}, "e1": {} } })";
}

}  // namespace coreecs
