#include "interp/record/certificate_write.hpp"

#include <fmt/format.h>

#include "interp/json/layout.hpp"
#include "interp/notation/mentioned.hpp"
#include "interp/notation/notation.hpp"

namespace coreecs {

namespace {

/// The created entities that a certificate mentions.
class MentionedByClaims : Mentioned {
 public:
  std::vector<Entity> in(const Certificate& certificate) {
    const auto note_claim = [&](const auto& claim) {
      if (claim) std::visit([&](const auto& kind) { note(kind); }, *claim);
    };
    note_claim(certificate.safe_by_rule);
    note_claim(certificate.safe);
    note_claim(certificate.deterministic);
    note_claim(certificate.confluent);
    return entities();
  }

 private:
  using Mentioned::note;
  void note(const std::string&) {}
  void note(const claim::Step& step) {
    for (const Entity e : step.entities) note(e);
  }
  void note(const claim::Contest& contest) {
    note(contest.l.e);
    for (const claim::Writer& writer : contest.writers) {
      note(writer.step);
      if (writer.leaves) note(*writer.leaves);
    }
  }
  void note(const claim::Run& run) {
    for (const claim::Step& step : run.order) note(step);
    std::visit([&](const auto& end) { note(end); }, run.end);
  }
  void note(const claim::Disjoint&) {}
  void note(const claim::Overlap& overlap) {
    note(overlap.l.e);
    note(overlap.u);
    note(overlap.u_);
  }
  void note(const claim::Agreement& agreement) {
    for (const claim::Contest& contest : agreement.contested) note(contest);
  }
  void note(const claim::Conflict& conflict) { note(conflict.contest); }
  void note(const claim::Safe&) {}
  void note(const claim::Exploration& exploration) {
    for (const State& end : exploration.ends) note(end);
  }
  void note(const claim::Linearizations& linearizations) {
    note(linearizations.last);
    note(linearizations.a);
    note(linearizations.b);
  }
  void note(const claim::Hereditary&) {}
  void note(const claim::Runs& runs) {
    if (runs.l) note(runs.l->e);
    note(runs.a);
    note(runs.b);
  }
};

/// Appends a certificate, member by member.
class CertificateWriter {
 public:
  explicit CertificateWriter(const Notation& notation) : notation_(notation) {}

  std::string operator()(const Certificate& certificate, const std::vector<Entity>& created) {
    out_ = fmt::format("{{\n\"certificate\":1,\"program\":{},\"schedule\":\"{}\",\"frames\":{},\"fingerprint\":\"{}\"",
                       json_string(certificate.program), certificate.schedule, certificate.frames,
                       certificate.fingerprint);
    out_ += ",\"created\":";
    notation_.json_created(out_, created);
    write("safe_by_rule", certificate.safe_by_rule);
    write("safe", certificate.safe);
    write("deterministic", certificate.deterministic);
    write("confluent", certificate.confluent);
    return std::move(out_) + "}";
  }

 private:
  template <class List, class Item>
  void list(const List& items, const Item& item) {
    out_ += "[";
    const char* comma = "";
    for (const auto& each : items) {
      out_ += comma;
      comma = ",";
      item(each);
    }
    out_ += "]";
  }
  void entities(const std::vector<Entity>& e) {
    list(e, [&](Entity e) { out_ += '"' + notation_.names(e) + '"'; });
  }
  void location(const Location& l) {
    out_ += fmt::format(",\"location\":{{\"entity\":\"{}\",\"component\":\"{}\"}}", notation_.names(l.e),
                        notation_.schema[l.i].name);
  }
  void step(const claim::Step& step) {
    out_ += fmt::format("{{\"leaf\":{},\"system\":\"{}\",\"entities\":", step.leaf, step.system);
    entities(step.entities);
  }
  void steps(const std::vector<claim::Step>& all) {
    list(all, [&](const claim::Step& u) {
      step(u);
      out_ += "}";
    });
  }
  void contest(const claim::Contest& contest) {
    location(contest.l);
    out_ += ",\"invocations\":";
    list(contest.writers, [&](const claim::Writer& writer) {
      step(writer.step);
      if (writer.leaves) {
        out_ += ",\"leaves\":";
        notation_.json(out_, *writer.leaves, notation_.schema[contest.l.i].type);
      }
      out_ += "}";
    });
  }
  void run(const claim::Run& run) {
    out_ += "{\"order\":";
    steps(run.order);
    std::visit(Clauses{
                   [&](const State& c) {
                     out_ += ",\"final\":";
                     notation_.json(out_, c);
                   },
                   [&](const std::string& error) { out_ += ",\"error\":" + json_string(error); },
               },
               run.end);
    out_ += "}";
  }
  void runs(const claim::Run& a, const claim::Run& b) {
    out_ += ",\"runs\":[";
    run(a);
    out_ += ",";
    run(b);
    out_ += "]";
  }
  void because(bool holds, const char* kind) { out_ += fmt::format("{{\"holds\":{},\"because\":\"{}\"", holds, kind); }

  void write(const claim::Disjoint&) { because(true, "disjoint"); }
  void write(const claim::Overlap& overlap) {
    because(false, "overlap");
    out_ += fmt::format(",\"rule\":{}", overlap.rule);
    location(overlap.l);
    out_ += ",\"invocations\":";
    steps({overlap.u, overlap.u_});
  }
  void write(const claim::Agreement& agreement) {
    because(true, "agreement");
    out_ += ",\"contested\":[";
    const char* comma = "{";
    for (const claim::Contest& each : agreement.contested) {
      const std::size_t begin = out_.size();
      contest(each);
      out_.replace(begin, 1, comma);  // the comma before the first member
      out_ += "}";
      comma = ",{";
    }
    out_ += "]";
  }
  void write(const claim::Conflict& conflict) {
    because(false, "conflict");
    contest(conflict.contest);
  }
  void write(const claim::Safe&) { because(true, "safe"); }
  void write(const claim::Exploration& exploration) {
    because(true, "exploration");
    out_ += ",\"ends\":";
    list(exploration.ends, [&](const State& end) { notation_.json(out_, end); });
  }
  void write(const claim::Linearizations& linearizations) {
    because(false, "linearizations");
    contest(linearizations.last);
    runs(linearizations.a, linearizations.b);
  }
  void write(const claim::Hereditary&) { because(true, "hereditary"); }
  void write(const claim::Runs& two) {
    because(false, "runs");
    if (two.l) location(*two.l);
    runs(two.a, two.b);
  }
  template <class Claim>
  void write(const char* name, const std::optional<Claim>& claim) {
    if (!claim) return;
    out_ += fmt::format(",\n\"{}\":", name);
    std::visit([&](const auto& kind) { write(kind); }, *claim);
    out_ += "}";
  }

  const Notation& notation_;
  std::string out_;
};

}  // namespace

std::string json(const Certificate& certificate, const Schema& K, Names& names) {
  const std::vector<Entity> created = MentionedByClaims().in(certificate);
  std::vector<Entity> nameless;
  for (const Entity e : created)
    if (!names.knows(e)) nameless.push_back(e);
  names.add(std::move(nameless));
  return laid_out(CertificateWriter({K, names})(certificate, created)) + "\n";
}

}  // namespace coreecs
