#include "interp/check/record/certify.hpp"

#include <array>

#include "interp/language/notation/mentioned.hpp"
#include "interp/language/notation/notation.hpp"

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
    note(overlap.v);
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

/// Writes a certificate, member by member.
class CertificateWriter {
 public:
  CertificateWriter(JsonWriter& out, const Notation& notation) : out_(out), notation_(notation) {}

  void operator()(const Certificate& certificate, const std::vector<Entity>& created) {
    out_.object([&] {
      out_.line(0).member("certificate", 1);
      out_.member("program", certificate.program);
      out_.member("schedule", certificate.schedule);
      out_.member("frames", certificate.frames);
      out_.member("fingerprint", certificate.fingerprint);
      notation_.json_created(out_.key("created"), created);
      write("safe_by_rule", certificate.safe_by_rule);
      write("safe", certificate.safe);
      write("deterministic", certificate.deterministic);
      write("confluent", certificate.confluent);
    });
  }

 private:
  template <class All, class Item>
  void list(const char* key, const All& all, const Item& item) {
    out_.key(key).list([&] {
      for (const auto& each : all) item(each);
    });
  }
  void location(const Location& l) { notation_.json(out_.key("location"), l); }
  void step(const claim::Step& step) {
    out_.member("leaf", step.leaf);
    out_.member("system", step.system);
    notation_.json(out_.key("entities"), std::span<const Entity>(step.entities));
  }
  void steps(const char* key, const std::vector<claim::Step>& all) {
    list(key, all, [&](const claim::Step& u) { out_.object([&] { step(u); }); });
  }
  void contest(const claim::Contest& contest) {
    location(contest.l);
    list("invocations", contest.writers, [&](const claim::Writer& writer) {
      out_.object([&] {
        step(writer.step);
        if (writer.leaves) notation_.json(out_.key("leaves"), *writer.leaves, notation_.schema[contest.l.i].type);
      });
    });
  }
  void runs(const claim::Run& a, const claim::Run& b) {
    list("runs", std::array{&a, &b}, [&](const claim::Run* run) {
      out_.object([&] {
        steps("order", run->order);
        std::visit(Clauses{
                       [&](const State& c) { notation_.json(out_.key("final"), c); },
                       [&](const std::string& error) { out_.member("error", error); },
                   },
                   run->end);
      });
    });
  }
  void because(bool holds, const char* kind) {
    out_.member("holds", holds);
    out_.member("because", kind);
  }

  void write(const claim::Disjoint&) { because(true, "disjoint"); }
  void write(const claim::Overlap& overlap) {
    because(false, "overlap");
    out_.member("rule", overlap.rule);
    location(overlap.l);
    steps("invocations", {overlap.u, overlap.v});
  }
  void write(const claim::Agreement& agreement) {
    because(true, "agreement");
    list("contested", agreement.contested, [&](const claim::Contest& each) { out_.object([&] { contest(each); }); });
  }
  void write(const claim::Conflict& conflict) {
    because(false, "conflict");
    contest(conflict.contest);
  }
  void write(const claim::Safe&) { because(true, "safe"); }
  void write(const claim::Exploration& exploration) {
    because(true, "exploration");
    list("ends", exploration.ends, [&](const State& end) { notation_.json(out_, end); });
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
    out_.key(name).object([&] { std::visit([&](const auto& kind) { write(kind); }, *claim); });
  }

  JsonWriter& out_;
  const Notation& notation_;
};

}  // namespace

std::string json(const Certificate& certificate, const Schema& K, Names& names) {
  const std::vector<Entity> created = MentionedByClaims().in(certificate);
  std::vector<Entity> nameless;
  for (const Entity e : created)
    if (!names.knows(e)) nameless.push_back(e);
  names.add(std::move(nameless));
  const Notation notation{K, names};
  return laid_out([&](JsonWriter& out) { CertificateWriter(out, notation)(certificate, created); });
}

}  // namespace coreecs
