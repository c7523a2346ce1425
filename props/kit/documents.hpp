/// The documents of the goldens, for tests that ask for data.
#pragma once

#include <nlohmann/json.hpp>

#include "props/kit/files.hpp"

namespace goldens {

/// One of documents.json: an object, or { "of": NAME, "with": CHANGE }.
inline nlohmann::ordered_json document(const std::string& name) {
  using Tree = nlohmann::ordered_json;
  static const Tree all = Tree::parse(contents(source_dir / "props/goldens/documents.json"));
  Tree made = all.contains(name) ? all.at(name) : Tree::parse(contents(source_dir / name));
  if (!made.contains("of")) return made;
  Tree changed = document(made["of"]);
  changed.merge_patch(made["with"]);
  return changed;
}

/// The same, as text.
inline std::string text(const std::string& name) { return document(name).dump(1); }

}  // namespace goldens
