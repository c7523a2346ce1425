#include "interp/oracle/tell.hpp"

#include <fmt/format.h>

namespace coreecs {

const char* word(Judgement::Kind kind) {
  return kind == Judgement::Kind::Yes ? "yes" : kind == Judgement::Kind::No ? "no" : "outside";
}

std::string reason_of(const Judgement& j, const Schema& K) {
  std::string out = j.why;
  if (j.differences.empty()) return out;
  const Notation notation{K, j.names};
  const Difference& first = j.differences.front();
  out = fmt::format("frame {}: {}expected {}, found {}", j.frame, j.why, shown(first.expected, notation),
                    shown(first.found, notation));
  if (j.differences.size() > 1) out += fmt::format(" (and {} differ)", plural(j.differences.size() - 1, "more place"));
  if (j.writers.empty()) return out + "; no invocation writes there";
  notation.invocations(out += "; ", j.writers);
  return out + (j.writers.size() == 1 ? " writes there" : " write there");
}

void write_members(JsonWriter& out, const Judgement& j, const Schema& K) {
  const Notation notation{K, j.names};
  out.member("answer", std::string_view(word(j.kind)));
  if (!j.why.empty() || !j.differences.empty()) out.member("why", reason_of(j, K));
  if (j.kind == Judgement::Kind::Yes) {
    out.key("entities").object([&] {
      for (const auto& [engines, ours] : j.renaming) out.member(j.names(engines), j.names(ours));
    });
    if (j.token) out.member("replay", *j.token);
  }
  if (j.kind != Judgement::Kind::No) return;
  out.member("frame", j.frame);
  out.key("differences").list([&] {
    for (const Difference& difference : j.differences)
      out.object([&] {
        const auto side = [&](const char* key, const std::optional<Binding>& binding) {
          if (!binding) return;
          out.key(key).object([&] {
            out.member("entity", j.names(binding->l.e));
            out.member("component", K[binding->l.i].name);
            notation.json(out.key("value"), binding->k, K[binding->l.i].type);
          });
        };
        side("expected", difference.expected);
        side("found", difference.found);
      });
  });
  notation.json(out.key("writers"), j.writers);
}

}  // namespace coreecs
