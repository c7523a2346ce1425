#include "interp/check/verify/alike.hpp"

#include "semantics/base/deep.hpp"

namespace coreecs {

namespace {

void append(std::string& out, char kind, const void* bytes, std::size_t size) {
  out += kind;
  out.append(static_cast<const char*>(bytes), size);
}

void append(std::string& out, Entity e, bool names_created) {
  if (e.created() && !names_created) {
    out += '?';
    return;
  }
  const std::uint64_t number = e.created() ? reinterpret_cast<std::uintptr_t>(e.created()) : e.number();
  append(out, e.created() ? 'c' : 'e', &number, sizeof number);
}

void append(std::string& out, const Value& k, bool names_created) {
  const auto size = [&](char kind, std::size_t n) { append(out, kind, &n, sizeof n); };
  std::visit(Clauses{
                 [&](Unit) { out += 'u'; },
                 [&](bool b) { out += b ? 't' : 'f'; },
                 [&](std::int64_t n) { append(out, 'n', &n, sizeof n); },
                 [&](double x) { append(out, 'x', &x, sizeof x); },
                 [&](const Text& s) {
                   size('s', s.get().size());
                   out += s.get();
                 },
                 [&](Entity e) { append(out, e, names_created); },
                 [&](const Record& r) {
                   size('r', r.fields().size());
                   for (const Value& field : r.fields()) append(out, field, names_created);
                 },
             },
             k.sum());
}

}  // namespace

void append_key(std::string& out, const Value& k) { append(out, k, true); }

void append_key(std::string& out, const State& c, const State& start) {
  for (Label i = 0; i < c.labels(); ++i) {
    const auto here = [&](char kind, Entity e) {
      append(out, kind, &i, sizeof i);
      append(out, e, true);
    };
    auto was = start[i].begin();
    const auto gone_before = [&](std::optional<Entity> e) {
      for (; was != start[i].end() && was->first != e && (!e || was->first < *e); ++was) here('-', was->first);
    };
    for (const auto& [e, k] : c[i]) {
      gone_before(e);
      const bool has = was != start[i].end() && was->first == e;
      if (!has || !(was->second == k)) {
        here('i', e);
        append(out, k, true);
      }
      if (has) ++was;
    }
    gone_before(std::nullopt);
  }
}

void append_outline(std::string& out, const Location& l, const Value& k) {
  append(out, 'i', &l.i, sizeof l.i);
  append(out, l.e, false);
  append(out, k, false);
}

}  // namespace coreecs
