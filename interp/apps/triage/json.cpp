#include <algorithm>

#include "interp/apps/triage/show.hpp"
#include "interp/apps/triage/words.hpp"
#include "interp/base/json/writer.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/views/report/answer.hpp"

namespace coreecs::triage {

namespace {

constexpr std::string_view name_of(Over over) {
  switch (over) {
    case Over::Order:
      return "order";
    case Over::Seen:
      return "seen";
    case Over::Applied:
      return "applied";
    case Over::Condition:
      return "condition";
  }
  return {};
}

constexpr std::string_view name_of(Argument argument) {
  switch (argument) {
    case Argument::Elsewhere:
      return "elsewhere";
    case Argument::Filters:
      return "filters";
    case Argument::Same:
      return "same";
    case Argument::Created:
      return "created";
    case Argument::Proved:
      return "proved";
    case Argument::Excluded:
      return "excluded";
  }
  return {};
}

constexpr std::string_view name_of(Want want) {
  switch (want) {
    case Want::Access:
      return "access";
    case Want::Body:
      return "body";
    case Want::Limit:
      return "limit";
    case Want::Condition:
      return "condition";
    case Want::Assumed:
      return "assumed";
    case Want::Rounds:
      return "rounds";
    case Want::Contrary:
      return "contrary";
  }
  return {};
}

class Document {
 public:
  Document(JsonWriter& out, const Judgement& judgement, const Setting& setting)
      : out_(out), judgement_(judgement), setting_(setting), names_(names_of(setting)) {}

  void operator()() {
    out_.object([&] {
      out_.line(0);
      out_.member("app", setting_.app.name);
      out_.member("model", setting_.model.name);
      out_.member("frames", setting_.frames);
      out_.member("systems", setting_.app.systems.size());
      out_.member("confluent", known(judgement_.confluent));
      out_.member("on_every_state", known(judgement_.on_every_state));
      if (const std::string why = Words(judgement_, setting_).on_every_state(); !why.empty())
        out_.member("on_every_state_undecided", why);
      out_.member("invariants", known(judgement_.kept.all));
      if (Words words(judgement_, setting_); judgement_.kept.all == Answer::Unknown && has_anything_to_keep(setting_))
        out_.member("invariants_undecided", words.invariants());
      for (const Label label : {Label::Real, Label::Undecided, Label::Masked, Label::Harmless})
        out_.member(name(label), judgement_.count(label));
      out_.key("broken").list([&] {
        for (const Broken& one : judgement_.kept.broken)
          out_.object([&] {
            broken(one.how);
            out_.member("always", one.always);
            out_.member("replay", token(one.nodes, judgement_.plan, one.observers));
          });
      });
      texts("hopeless", judgement_.hopeless);
      if (judgement_.hopeless_together) out_.member("hopeless_together", true);
      out_.key("without_body").list([&] {
        for (const std::size_t s : judgement_.bodiless) out_.value(setting_.app.systems[s].name);
      });
      texts("assumed", judgement_.assumed);
      if (!judgement_.in_turn.empty())
        out_.key("in_turn").list([&] {
          for (const std::size_t b : judgement_.in_turn) out_.value(block(b));
        });
      out_.key("pairs").list([&] {
        out_.line(0);
        for (const Pair& one : judgement_.pairs) pair(one);
      });
      if (!setting_.app.observers.empty())
        out_.key("observers").list([&] {
          for (const ObserverPair& one : judgement_.observers) observers(one);
        });
      out_.key("stale").list([&] {
        for (const Stale& one : judgement_.stale.all) stale(one);
      });
      if (!judgement_.stale.open.empty())
        out_.key("stale_undecided").list([&] {
          for (const Stale& one : judgement_.stale.open) stale(one);
        });
      constraints();
    });
  }

 private:
  void labels(std::string_view key, const app::Labels& labels) {
    out_.key(key).list([&] {
      for (const std::size_t i : labels) out_.value(setting_.app.components[i].name);
    });
  }

  [[nodiscard]] const std::string& block(std::size_t b) const {
    return setting_.app.sets[setting_.blocks.all()[b].set].name;
  }

  void texts(std::string_view key, const std::vector<std::string>& all) {
    out_.key(key).list([&] {
      for (const std::string& one : all) out_.value(one);
    });
  }

  void pair(const Pair& pair) {
    out_.object([&] {
      out_.line(0);
      out_.key("systems").list([&] {
        for (const std::size_t s : {pair.first, pair.second}) out_.value(setting_.app.systems[s].name);
      });
      out_.member("label", name(pair.label));
      out_.member("reported", pair.reported.has_value());
      if (pair.reported) labels("on", *pair.reported);
      if (pair.allowed) out_.member("allowed", true);
      if (pair.label == Label::Harmless) out_.member("on_every_state", pair.on_every_state);
      if (pair.label == Label::Undecided) {
        out_.member("wants", name_of(pair.want));
        out_.member("why", Words(judgement_, setting_).reason(pair));
      }
      if (pair.over) out_.member("over", name_of(*pair.over));
      reasons(pair);
      if (pair.performed) out_.member("performed", *pair.performed);
      if (pair.witness) witness(*pair.witness, pair.broken);
    });
  }

  void reasons(const Pair& pair) {
    if (!pair.arguments.empty())
      out_.key("arguments").list([&] {
        for (const auto& [i, argument] : pair.arguments)
          out_.object([&, i = i, argument = argument] {
            out_.member("on", setting_.app.components[i].name);
            out_.member("argument", name_of(argument));
          });
      });
    if (!pair.obstacles.empty())
      out_.key("obstacles").list([&] {
        for (const Obstacle& obstacle : pair.obstacles)
          out_.object([&] {
            out_.member("over", name_of(obstacle.over));
            if (obstacle.on) out_.member("on", setting_.app.components[*obstacle.on].name);
            const bool condition = obstacle.over == Over::Condition;
            const std::size_t by = obstacle.by_first ? pair.first : pair.second;
            if (obstacle.on || condition) out_.member("by", setting_.app.systems[by].name);
            if (!obstacle.run_if.empty()) texts("run_if", obstacle.run_if);
          });
      });
  }

  void observers(const ObserverPair& pair) {
    out_.object([&] {
      out_.line(0);
      out_.key("observers").list([&] {
        for (const std::size_t o : {pair.first, pair.second}) out_.value(setting_.app.observers[o].system.name);
      });
      out_.key("on").list([&] {
        for (const coreecs::Label i : pair.on) out_.value(setting_.app.components[i].name);
      });
      out_.member("matters", known(pair.matters));
      if (!pair.witness || pair.matters != Answer::Yes) return;
      const Notation notation{setting_.app.program->schema, names_};
      notation.json(out_.key("key"), pair.witness->l);
      out_.member("frame", pair.witness->frame);
      out_.key("runs").list([&] {
        for (const std::size_t one : {0U, 1U})
          out_.object([&] {
            out_.member("replay", token(pair.witness->nodes[one], judgement_.plan, pair.witness->observers[one]));
            ending(one == 0 ? pair.witness->a : pair.witness->b, notation);
          });
      });
    });
  }

  void stale(const Stale& one) {
    out_.object([&] {
      out_.line(0);
      out_.member("reader", setting_.app.systems[one.reader].name);
      out_.member("on", setting_.app.components[one.on].name);
      if (one.condition) {
        const Question& of = setting_.questions[*one.condition];
        out_.member("run_if", of.name);
        if (const auto in = setting_.blocks.of(one.reader); in && !of.within) out_.member("block", block(*in));
      }
      out_.member("always", one.always);
      out_.key("writers").list([&] {
        for (const LateWriter& writer : one.writers)
          out_.object([&] {
            out_.member("system", setting_.app.systems[writer.system].name);
            if (writer.deferred) out_.member("deferred", true);
            if (writer.only_after) out_.member("only_after", true);
            if (writer.cycle) texts("cycle", names_of_systems(*writer.cycle));
          });
      });
      if (one.read) read(*one.read);
    });
  }
  void read(const StaleRead& read) {
    const Notation notation{setting_.app.program->schema, names_};
    out_.member("frame", read.frame);
    const Type& type = setting_.app.program->schema[read.l.i].type;
    const bool is_event = setting_.events.labels().contains(read.l.i);
    if (!is_event) notation.json(out_.key("key"), std::optional(read.l));
    const auto value = [&](std::string_view key, const std::optional<Value>& k) {
      out_.key(key);
      k ? notation.json(out_, *k, type) : out_.null();
    };
    if (!is_event) value("read", read.read);
    value(is_event ? "sent" : "written", read.written);
    out_.member("replay", token(read.nodes, judgement_.plan));
  }

  /// The members of an object: what is broken, and where.
  void broken(const Break& how) {
    out_.member("frame", how.frame);
    if (const auto* revival = std::get_if<Revival>(&how.what)) {
      out_.member("revived", names_(revival->e));
      out_.member("by", setting_.name(revival->by));
      out_.member("despawned_by", setting_.name(revival->despawned_by));
      return;
    }
    const auto& violation = std::get<Violation>(how.what);
    out_.member("invariant", violation.invariant);
    if (!violation.measured.empty()) return texts("measured", violation.measured);
    out_.key("entities").list([&] {
      for (const Entity e : violation.entities) out_.value(names_(e));
    });
  }
  void broken(const std::vector<Break>& all) {
    out_.key("broken").list([&] {
      for (const Break& one : all) out_.object([&] { broken(one); });
    });
  }

  void witness(const Witness& witness, const std::array<std::vector<Break>, 2>& broken) {
    const Notation notation{setting_.app.program->schema, names_};
    out_.key("witness").object([&] {
      out_.line(0);
      notation.json(out_.key("key"), witness.l);
      out_.member("frame", witness.frame);
      out_.key("runs").list([&] {
        out_.line(0);
        run(witness.first, witness.a, notation, broken[0]);
        run(witness.second, witness.b, notation, broken[1]);
      });
    });
  }
  void run(const std::vector<std::size_t>& nodes, const End& end, const Notation& notation,
           const std::vector<Break>& breaks) {
    out_.object([&] {
      out_.key("steps").list([&] {
        for (const std::size_t node : nodes)
          if (judgement_.plan.is_sync(node))
            out_.null();
          else if (judgement_.plan.is_begin(node))
            out_.value(block(*judgement_.plan.block(node)));
          else
            out_.value(setting_.app.systems[node].name);
      });
      out_.member("replay", token(nodes, judgement_.plan));
      if (!breaks.empty()) broken(breaks);
      ending(end, notation);
    });
  }
  void ending(const End& end, const Notation& notation) {
    if (const State* c = std::get_if<State>(&end))
      notation.json(out_.key("final"), *c);
    else
      out_.member("error", std::get<RuntimeError>(end).what());
  }

  /// What becomes of the app with constraints, as members of an object.
  void outcome(const Consequence& of) {
    if (of.cycle) return texts("cycle", names_of_systems(*of.cycle));
    out_.member("confluent", known(of.confluent));
    out_.member("invariants", known(of.kept.all));
    std::vector<Break> all;
    for (const Broken& one : of.kept.broken) all.push_back(one.how);
    broken(all);
    if (of.end) ending(*of.end, {setting_.app.program->schema, names_});
  }
  [[nodiscard]] std::vector<std::string> names_of_systems(const std::vector<std::size_t>& systems) const {
    std::vector<std::string> all;
    all.reserve(systems.size());
    for (const std::size_t s : systems) all.push_back(setting_.app.systems[s].name);
    return all;
  }

  void cost(const FixCost& cost) {
    const auto units = [&](std::uint64_t ticks) {
      return static_cast<double>(ticks) / static_cast<double>(setting_.ticks_per_unit);
    };
    out_.key("makespan").object([&] {
      out_.member("scheduler", cost.scheduler->name);
      out_.member("workers", cost.workers);
      out_.member("with", units(cost.after));
      out_.member("before", units(cost.before));
    });
  }

  void constraints() {
    if (!judgement_.fix) return;
    const Constraints& with = *judgement_.fix;
    out_.key("constraints").object([&] {
      out_.line(0);
      out_.key("edges").list([&] {
        for (const AddedConstraint& one : with.all)
          out_.object([&] {
            out_.line(0);
            out_.member("before", setting_.app.systems[one.edge.before].name);
            out_.member("after", setting_.app.systems[one.edge.after].name);
            if (one.flow) {
              out_.member("flow", setting_.app.components[one.flow->on].name);
              out_.member("reason", one.flow->removed ? "removed" : "written");
            }
            if (one.against) out_.member("against_flow", setting_.app.components[one.against->on].name);
            if (one.l) Notation{setting_.app.program->schema, names_}.json(out_.key("key"), one.l);
            out_.key("turned").object([&] { outcome(one.turned); });
          });
      });
      out_.key("with").object([&] { outcome(with.with); });
      out_.member("fewest", with.fewest);
      out_.member("minimal", with.minimal);
      out_.member("critical_path", with.critical_path);
      out_.member("critical_path_before", with.critical_path_before);
      if (judgement_.cost) cost(*judgement_.cost);
    });
  }

  JsonWriter& out_;
  const Judgement& judgement_;
  const Setting& setting_;
  const Names names_;
};

}  // namespace

std::string json(const Judgement& judgement, const Setting& setting) {
  return laid_out([&](JsonWriter& out) { Document(out, judgement, setting)(); });
}

}  // namespace coreecs::triage
