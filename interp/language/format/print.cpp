#include "interp/language/format/print.hpp"

#include "interp/language/format/tree.hpp"
#include "interp/language/notation/show.hpp"

#include <algorithm>

namespace coreecs {

namespace {

class Printer {
 public:
  Printer(JsonWriter& out, const Program& program, const Names& names)
      : json_(out), program_(program), notation_{program.schema, names} {}

  void operator()() {
    json_.object([&] {
      json_.line(0);
      if (!program_.name.empty()) json_.member("name", program_.name);
      if (!program_.about.empty()) json_.member("about", program_.about);
      json_.key("components").object([&] {
        for (const Component& component : program_.schema) member(component.name, component.type);
      });
      section("systems", program_.systems, [&](const auto& s) {
        const auto term = program_.terms.find(s->name);
        json_.key(s->name);
        if (term == program_.terms.end())
          write_function(json_, s->q, "do", notation_);
        else
          write(json_, term->second, notation_);
      });
      if (!program_.invariants.empty())
        section("invariants", program_.invariants, [&](const Invariant& invariant) {
          json_.key(invariant.name);
          if (!invariant.term)
            write_function(json_, invariant, notation_);
          else
            write(json_, *invariant.term, notation_);
        });
      section("schedules", program_.schedules,
              [&](const NamedSchedule& schedule) { member(schedule.name, schedule.z); });
      std::vector<Entity> entities;
      std::vector<Entity> resources;
      for (const Resource& one : program_.resources) resources.push_back(one.e);
      for (std::size_t k = 0; k < program_.entities.size(); ++k)
        if (std::find(resources.begin(), resources.end(), Entity(k)) == resources.end()) entities.emplace_back(k);
      if (!resources.empty()) notation_.json(json_.key("resources"), program_.start, resources);
      notation_.json(json_.key("entities"), program_.start, entities);
      json_.member("frames", program_.frames);
      if (!program_.expectations.empty())
        section("expect", program_.expectations,
                [&](const Expectation& expected) { member(expected.schedule, expected); });
      if (!(program_.fuzz == FuzzSettings())) member("fuzz", program_.fuzz);
      if (program_.view) member("view", *program_.view);
    });
  }

 private:
  template <class T>
  void member(const std::string& name, const T& content) {
    json_.key(name);
    value(content);
  }
  /// An object with a line for each member.
  template <class All, class Member>
  void section(const char* name, const All& all, Member member) {
    json_.key(name).object([&] {
      json_.line(0);
      for (const auto& each : all) member(each);
    });
  }

  void value(const Type& type) { write(json_, type); }

  void value(const Schedule& z) {
    json_.object([&] {
      match(
          z.form(), [&](const Conc& z) { json_.member("conc", z.s->name); },
          [&](const Seq& z) { json_.member("seq", z.s->name); }, [&](const Par&) { parts("par", members<Par>(z)); },
          [&](const Then&) { parts("then", members<Then>(z)); });
    });
  }
  void parts(const char* form, const std::vector<const Schedule*>& all) {
    json_.key(form).list([&] {
      for (const Schedule* z : all) value(*z);
    });
  }

  void value(const Expectation& expected) {
    const auto if_any = [&](const char* name, const auto& fact) {
      if (fact) json_.member(name, *fact);
    };
    json_.object([&] {
      if_any("safe_by_rule", expected.safe_by_rule);
      if_any("safe", expected.safe);
      if_any("deterministic", expected.deterministic);
      if_any("confluent", expected.confluent);
      if_any("no_lost_updates", expected.no_lost_updates);
      if_any("any_match_order", expected.any_match_order);
      if_any("shared_visibility", expected.shared_visibility);
      if_any("invocations", expected.invocations);
      if_any("linearizations", expected.linearizations);
      if (expected.final) notation_.json(json_.key("final"), *expected.final);
      if_any("error", expected.error);
      if (expected.invariants.empty()) return;
      json_.key("invariants").object([&] {
        for (const auto& [name, holds] : expected.invariants) json_.member(name, holds);
      });
    });
  }

  void value(const FuzzSettings& fuzz) {
    json_.object([&] {
      if (fuzz.entities) json_.member("entities", *fuzz.entities);
      if (!fuzz.assumed.empty())
        json_.key("assume").list([&] {
          for (const std::string& invariant : fuzz.assumed) json_.value(invariant);
        });
      if (fuzz.ranges.empty()) return;
      json_.key("ranges").object([&] {
        for (const Range& range : fuzz.ranges) {
          const Type type(std::holds_alternative<double>(range.lo.sum()) ? Type::Kind::Real : Type::Kind::Int);
          json_.key(target(range, program_.schema)).list([&] {
            for (const Value* end : {&range.lo, &range.hi}) notation_.json(json_, *end, type);
          });
        }
      });
    });
  }

  void value(const View& view) {
    json_.object([&] {
      json_.member("x", target(view.x, program_.schema));
      if (view.y) json_.member("y", target(*view.y, program_.schema));
      if (view.dx) json_.member("dx", target(*view.dx, program_.schema));
      if (view.dy) json_.member("dy", target(*view.dy, program_.schema));
      if (!view.marks.empty())
        json_.key("marks").object([&] {
          for (const Mark& mark : view.marks) json_.member(program_.schema[mark.i].name, all_marks[mark.form]);
        });
      if (!view.lines.empty())
        json_.key("lines").list([&] {
          for (const Coordinate& line : view.lines) json_.value(target(line, program_.schema));
        });
      if (view.label) json_.member("label", target(*view.label, program_.schema));
    });
  }

  JsonWriter& json_;
  const Program& program_;
  Notation notation_;
};

}  // namespace

void write(JsonWriter& out, const Type& type) {
  if (!type.texts.empty()) {
    out.object([&] {
      out.key("enum").list([&] {
        for (const std::string& text : type.texts) out.value(text);
      });
    });
    return;
  }
  if (type.kind == Type::Kind::List) {
    out.object([&] {
      write(out.key("list"), type.fields.front().type);
      out.member("most", static_cast<std::int64_t>(type.most));
    });
    return;
  }
  if (type.kind != Type::Kind::Record) return out.value(show(type));
  out.object([&] {
    for (std::size_t k = 0; k < type.fields.size(); ++k) {
      const Type::Field& field = type.fields[type.declared.empty() ? k : type.declared[k]];
      write(out.key(field.name), field.type);
    }
  });
}

std::string print(const Program& program) {
  const Names names(program.entities);
  return laid_out([&](JsonWriter& out) { Printer(out, program, names)(); });
}

}  // namespace coreecs
