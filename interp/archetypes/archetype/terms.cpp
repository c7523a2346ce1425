#include "interp/archetypes/archetype/terms.hpp"

#include <algorithm>

#include "interp/archetypes/archetype/operations.hpp"
#include "interp/base/json/reading.hpp"
#include "interp/language/format/advice.hpp"
#include "interp/language/format/vocabulary.hpp"

namespace coreecs::archetype {

namespace {

/// Advice for keys of other languages and of Core ECS.
std::string_view instead_of(std::string_view key) {
  struct Advice {
    std::string_view names, write;
  };
  static constexpr Advice all[] = {
      {" attach ", R"(write {"set": ["e.C", t]} of a component that is there, or {"lazy": {"add": [C, e, t]}})"},
      {" detach ", R"(write {"lazy": {"remove": [C, e]}}, or now in place of lazy)"},
      {" new spawn instantiate ", R"(write {"lazy": {"create": {"C": {...}}}}, or now in place of lazy)"},
      {" create destroy add remove ", R"(write it in {"lazy": ...}, which stages it until sync, or {"now": ...})"},
      {" despawn kill delete free ", R"(write {"lazy": {"destroy": e}}, or now in place of lazy)"},
      {" let ", "this calculus has no local variables: write the term where it is used, or let a component hold it"},
      {" lz stage staged later defer enqueue ", R"(write {"lazy": ...})"},
      {" im immediate immediately ", R"(write {"now": ...})"},
      {" := = write put assign update += -= ", R"(write {"set": ["e.C", t]}, or {"set": ["e.C.x", t]} of one field)"},
      {" read component ", R"(write "e.C", and "e.C.x" of one field)"},
      {" record ", R"(write {"C": { "x": t, ... }}, a component of its fields)"},
      {" seq then do block begin sequence ", "write a list: [t, t', ...]"},
      {" for foreach while loop repeat ",
       "there are no loops: a system is called once for each entity of its archetypes"},
      {" nil nop noop skip pass unit ", "write []"},
      {" sync ", R"(that is a step of the frame: ["move", "sync"])"},
      {" present default case ", "an archetype says which components its entities have"},
  };
  const std::string word = " " + std::string(key) + " ";
  for (const Advice& one : all)
    if (key.find(' ') == std::string_view::npos && one.names.find(word) != std::string_view::npos) return one.write;
  return {};
}

constexpr std::string_view event_keys[] = {"create", "destroy", "add", "remove"};

/// Reads terms from JSON, and reports their problems.
class TermsReader {
 public:
  TermsReader(Problems& problems, const Vocabulary& vocabulary, const std::vector<std::string>& parameters,
              bool tolerant)
      : problems_(problems), vocabulary_(vocabulary), parameters_(parameters), tolerant_(tolerant) {}

  Elaborated read(const Place& place, const Json& json) {
    const auto literal = [&](Value v, Shape shape) {
      return Elaborated{Literal{std::move(v)}, {place.pointer()}, std::move(shape)};
    };
    return std::visit(Clauses{[&](Json::Refused) { return unknown(place); },
                              [&](Json::Null) { return literal(Unit{}, known(Unit{})); },
                              [&](bool b) { return literal(b, known(Primitive::Bool)); },
                              [&](std::int64_t n) {
                                return literal(n, {Shape::Kind::Number, Primitive::Int});
                              },
                              [&](double x) { return literal(x, known(Primitive::Float)); },
                              [&](std::string_view s) { return variable(place, s); },
                              [&](const Json::List& all) { return sequence_of(place, all); },
                              [&](const Json::Object& o) { return construct(place, o); }},
                      json.sum());
  }

 private:
  using Form = Elaborated (TermsReader::*)(const Place&, const Json&);

 public:
  static const std::vector<std::pair<std::string_view, Form>>& forms() {
    static const std::vector<std::pair<std::string_view, Form>> forms = {
        {"set", &TermsReader::set},        {"lazy", &TermsReader::lazy},     {"now", &TermsReader::now},
        {"if", &TermsReader::conditional}, {"and", &TermsReader::both},      {"or", &TermsReader::either},
        {"text", &TermsReader::text},      {"entity", &TermsReader::entity}, {"get", &TermsReader::get},
        {"field", &TermsReader::field_of},
    };
    return forms;
  }

 private:
  static Shape known(Tau tau) { return {Shape::Kind::Known, std::move(tau)}; }
  static Elaborated unknown(const Place& place) { return {unit(), {place.pointer()}, {}}; }

  std::string show(const Shape& shape) const {
    if (shape.kind == Shape::Kind::Mixed) return "one of several, by its branches";
    return std::visit(
        Clauses{[](Primitive P) { return std::string(type_name(P)); }, [](Unit) { return std::string("unit"); },
                [&](Label C) { return "component " + (*vocabulary_.schema)[C].name; },
                [](const AType&) { return std::string("entity"); }},
        shape.tau);
  }
  void mismatch(const Place& place, const Shape& found, const std::string& expected) {
    if (found.kind == Shape::Kind::Unknown) return;
    problems_.report(place, "found a term of type " + show(found) + "; expected " + expected);
    const bool real = expected == "real" && found.tau == Tau(Primitive::Int);
    const bool integer = expected == "int" && found.tau == Tau(Primitive::Float);
    if (real) problems_.advise(R"(write {"to_real": t})");
    if (integer) problems_.advise(R"(write {"floor": t}, or ceil, trunc, round)");
    if (const Label* C = std::get_if<Label>(&found.tau); C && !(*vocabulary_.schema)[*C].fields.empty())
      problems_.advise(R"(write "e.)" + (*vocabulary_.schema)[*C].name + "." +
                       (*vocabulary_.schema)[*C].fields[0].name + R"(" for a field)");
    if (std::holds_alternative<AType>(found.tau))
      problems_.advise(R"(write "e.C" for a component, "e.C.x" for a field)");
  }

  /// A term of integer literals, with reals instead.
  static Term in_reals(const Term& t) {
    return match(
        t.form(),
        [&](const Literal& v) -> Term {
          const auto* n = std::get_if<std::int64_t>(&v.v.sum());
          return n ? Term(Literal{static_cast<double>(*n)}) : t;
        },
        [&](const If& t) -> Term {
          return If{t.t, in_reals(t.t1), in_reals(t.t2)};
        },
        [&](const Sequence& t) -> Term {
          return Sequence{t.t1, in_reals(t.t2)};
        },
        [&](const Apply& a) -> Term {
          std::vector<Term> operands;
          for (const Term& each : a.t) operands.push_back(in_reals(each));
          return Apply{operation(a.o->name, std::vector<Tau>(operands.size(), Primitive::Float)), std::move(operands)};
        },
        [&](const Variable&) { return t; }, [&](const Read&) { return t; }, [&](const Write&) { return t; },
        [&](const Staged&) { return t; }, [&](const Immediate&) { return t; });
  }
  static void make_real(Elaborated& e) {
    if (e.shape.kind == Shape::Kind::Number) e = {in_reals(e.t), std::move(e.origin), known(Primitive::Float)};
  }

  /// Reads an operand, which must be of a primitive type.
  Elaborated read_as(const Place& place, const Json& json, Primitive P) {
    Elaborated e = read(place, json);
    if (P == Primitive::Float) make_real(e);
    if (e.shape.kind == Shape::Kind::Unknown) return e;
    const bool fits = e.shape.kind != Shape::Kind::Mixed && e.shape.tau == Tau(P);
    if (!fits) {
      mismatch(place, e.shape, std::string(type_name(P)));
      e.shape = {};
    }
    return e;
  }

  /// o(t_1, ..., t_n) at that place.
  static Elaborated apply(const Place& place, std::shared_ptr<const Operation> o, std::vector<Elaborated> operands) {
    Apply t{std::move(o), {}};
    std::vector<Origin> origins;
    for (Elaborated& operand : operands) {
      t.t.push_back(std::move(operand.t));
      origins.push_back(std::move(operand.origin));
    }
    Shape shape = known(t.o->yields);
    return {std::move(t), {place.pointer(), std::move(origins)}, std::move(shape)};
  }

  // "e", "e.C", "e.C.x" -----------------------------------------------------------------------------------------------

  std::optional<std::size_t> parameter(const Place& place, std::string_view name, std::string_view whole) {
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      if (parameters_[i] == name && name != "_") return i;
    if (tolerant_) return std::nullopt;
    std::vector<std::string_view> names;
    for (const std::string& parameter : parameters_)
      if (parameter != "_") names.push_back(parameter);
    problems_.report_unbound(place, name, names);
    if (name == whole) problems_.advise(R"(a text is written {"text": "s"})");
    return std::nullopt;
  }

  static std::vector<std::string_view> split(std::string_view s) {
    std::vector<std::string_view> parts;
    for (std::size_t from = 0;;) {
      const std::size_t dot = s.find('.', from);
      parts.push_back(s.substr(from, dot - from));
      if (dot == std::string_view::npos) return parts;
      from = dot + 1;
    }
  }

  Elaborated variable(const Place& place, std::string_view s) {
    const std::vector<std::string_view> path = split(s);
    const std::optional<std::size_t> x = parameter(place, path[0], s);
    if (path.size() > 3) {
      problems_.report(place, "found " + in_quotes(s) +
                                  "; expected a parameter, \"e\", a component of it, \"e.C\", or a field, \"e.C.x\"");
      return unknown(place);
    }
    const std::optional<Label> C = path.size() > 1 ? vocabulary_.label(problems_, place, path[1]) : std::nullopt;
    std::optional<std::size_t> field;
    if (C && path.size() > 2) {
      const CType& type = (*vocabulary_.schema)[*C];
      field = position_of_field(type, path[2]);
      if (!field && type.fields.empty())
        problems_.report(place, "unknown field " + in_quotes(path[2]) + "; " + type.name + " is a tag, which has none");
      else if (!field)
        problems_.report_unknown(place, "field", path[2], field_names(type));
    }
    if (!x || (path.size() > 1 && !C) || (path.size() > 2 && !field)) return unknown(place);
    Elaborated e{Variable{*x}, {place.pointer()}, known(AType())};
    if (C) e = {Read{e.t, *C}, {place.pointer(), {e.origin}}, known(*C)};
    if (field) e = apply(place, field_operation(*C, *field), {std::move(e)});
    return e;
  }

  std::shared_ptr<const Operation> field_operation(Label C, std::size_t k) const {
    return field(*vocabulary_.schema, C, k);
  }

  // [t, t', ...]
  Elaborated sequence_of(const Place& place, const Json::List& all) {
    if (all.empty()) return {unit(), {place.pointer()}, known(Unit{})};
    std::vector<Elaborated> each;
    for (std::size_t k = 0; k < all.size(); ++k) each.push_back(read(place.element(k), all[k]));
    Elaborated last = std::move(each.back());
    for (std::size_t k = each.size() - 1; k-- > 0;) {
      last.t = Sequence{std::move(each[k].t), std::move(last.t)};
      last.origin = {place.pointer(), {std::move(each[k].origin), std::move(last.origin)}};
    }
    return last;
  }

  Elaborated construct(const Place& place, const Json::Object& object) {
    if (object.size() == 1) {
      const std::string_view key = object[0].key;
      const Place here = place.member(key, 0);
      for (const auto& form : forms())
        if (form.first == key) return (this->*form.second)(here, object[0].value);
      if (const Operator* op = operator_named(key)) return operated(here, object[0].value, *op);
      if (const auto C = vocabulary_.labels.find(key); C != vocabulary_.labels.end())
        return made(here, object[0].value, C->second);
      if (!vocabulary_.knows_components) return unknown(place);
    }
    std::vector<std::string_view> keys = term_keys();
    keys.insert(keys.end(), vocabulary_.component_names.begin(), vocabulary_.component_names.end());
    if (const Json::Member* member = only_member(problems_, place, object, keys)) {
      problems_.report_unknown(place.member(member->key, 0), "term", member->key, keys);
      const std::string_view ours = instead_of(member->key);
      problems_.advise(ours.empty() ? instead::of_term(member->key) : ours);
    }
    return unknown(place);
  }

  // {"+": [a, b]}, {"neg": a} -----------------------------------------------------------------------------------------

  Elaborated operated(const Place& place, const Json& json, const Operator& op) {
    std::vector<Elaborated> operands;
    std::vector<std::size_t> order;
    const auto at = [&](std::size_t k) { return op.most() == 1 ? place : place.element(k); };
    if (op.most() == 1) {
      operands.push_back(read(place, json));
    } else {
      const Json::List* all =
          list(problems_, place, json, op.most() == 2 ? "[a, b]" : "two or more terms", op.least(), op.most());
      if (!all) return unknown(place);
      for (std::size_t k = 0; k < all->size(); ++k) operands.push_back(read(place.element(k), (*all)[k]));
    }
    const auto exists = [&](const Tau& tau) { return operation(op.key, std::vector<Tau>(operands.size(), tau)); };
    std::string accepted;
    for (const Primitive P : {Primitive::Bool, Primitive::Int, Primitive::Float, Primitive::Text})
      if (exists(P)) accepted += (accepted.empty() ? "" : ", ") + std::string(type_name(P));
    if (const std::size_t comma = accepted.rfind(", "); comma != std::string::npos) accepted.replace(comma, 2, " or ");

    // The type of the first operand that is no integer literal; literals fit int and real.
    std::optional<Tau> common;
    bool good = true, literals = true;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      const Shape& shape = operands[k].shape;
      if (shape.kind == Shape::Kind::Unknown) good = false;
      if (shape.kind == Shape::Kind::Unknown || shape.kind == Shape::Kind::Number) continue;
      literals = false;
      const bool takes_it = shape.kind == Shape::Kind::Known && exists(shape.tau);
      if (takes_it && !common) common = shape.tau;
      if (takes_it && shape.tau == *common) continue;
      if (good) mismatch(at(k), shape, common && takes_it ? show(known(*common)) : accepted);
      good = false;
    }
    const bool numbers = common == Tau(Primitive::Int) || common == Tau(Primitive::Float);
    if (good && !literals && !numbers)
      for (std::size_t k = 0; k < operands.size() && good; ++k)
        if (operands[k].shape.kind == Shape::Kind::Number) {
          mismatch(at(k), operands[k].shape, show(known(*common)));
          good = false;
        }
    if (good && literals) {
      common = exists(Primitive::Int) ? Tau(Primitive::Int) : Tau(Primitive::Float);
      if (!exists(*common)) {
        mismatch(at(0), operands[0].shape, accepted);
        good = false;
      }
    }
    if (!good) return unknown(place);
    if (*common == Tau(Primitive::Float))
      for (Elaborated& operand : operands) make_real(operand);
    const bool stays_literal = literals && *common == Tau(Primitive::Int) && exists(Primitive::Float) &&
                               exists(Primitive::Int)->yields == Tau(Primitive::Int) &&
                               exists(Primitive::Float)->yields == Tau(Primitive::Float);
    std::shared_ptr<const Operation> o = exists(*common);
    Elaborated e = apply(place, std::move(o), std::move(operands));
    if (stays_literal) e.shape.kind = Shape::Kind::Number;
    return e;
  }

  // {"C": { "x": t, ... }}, and { "x": t, ... } where a C is expected -------------------------------------------------

  Elaborated made(const Place& place, const Json& json, Label C) {
    const CType& type = (*vocabulary_.schema)[C];
    const auto* members = json.as<Json::Object>();
    if (!members) {
      expected(problems_, place, json, "the fields of " + type.name + ", " + fields_of(type));
      return {unit(), {place.pointer()}, {}};
    }
    std::vector<Elaborated> fields(type.fields.size());
    bool good = read_fields(problems_, place, *members, type, [&](const Place& here, const Json& j, std::size_t k) {
      fields[k] = read_as(here, j, type.fields[k].type);
    });
    bool values = true;
    std::vector<Value> v;
    for (const Elaborated& field : fields) {
      good = good && field.shape.kind != Shape::Kind::Unknown;
      const Literal* literal = value(field.t);
      values = values && literal;
      if (literal) v.push_back(literal->v);
    }
    if (!good) return {unit(), {place.pointer()}, {}};
    if (values) return {Literal{Record(v), C}, {place.pointer()}, known(C)};
    return apply(place, maker(*vocabulary_.schema, C), std::move(fields));
  }

  /// A term in a place that expects a component C. An object whose only key is no field of C is a term; others are
  /// fields.
  Elaborated component(const Place& place, const Json& json, std::optional<Label> C) {
    const auto* members = json.as<Json::Object>();
    if (!members) return read(place, json);
    if (!C) return unknown(place);
    const CType& type = (*vocabulary_.schema)[*C];
    std::size_t fields = 0;
    for (const Json::Member& member : *members) fields += position_of_field(type, member.key) ? 1 : 0;
    const bool is_term = members->size() == 1 && fields == 0;
    return is_term ? read(place, json) : made(place, json, *C);
  }

  // {"set": ["e.C", t]}, {"set": ["e.C.x", t]}, {"set": ["C", e, t]}
  Elaborated set(const Place& place, const Json& json) {
    const Json::List* parts = list(problems_, place, json, R"(["e.C", t], ["e.C.x", t] or ["C", e, t])", 2, 3);
    if (!parts) return unknown(place);
    if (parts->size() == 3) {
      const std::optional<Label> C = vocabulary_.label(problems_, place.element(0), (*parts)[0]);
      Elaborated e = read(place.element(1), (*parts)[1]);
      Elaborated c = component(place.element(2), (*parts)[2], C);
      if (!C) return unknown(place);
      return written(place, std::move(e), *C, std::move(c));
    }
    const Place first = place.element(0), second = place.element(1);
    const auto* target = (*parts)[0].as<std::string_view>();
    if (!target) {
      expected(problems_, first, (*parts)[0], R"(what is written: "e.C", or "e.C.x")");
      (void)read(second, (*parts)[1]);
      return unknown(place);
    }
    const Elaborated to = variable(first, *target);
    if (const Label* C = std::get_if<Label>(&to.shape.tau); C && to.shape.kind == Shape::Kind::Known) {
      const Read& read_C = std::get<Read>(to.t.form());
      return written(place, {read_C.t, to.origin.parts()[0], known(AType())}, *C, component(second, (*parts)[1], *C));
    }
    if (to.shape.kind == Shape::Kind::Known && std::holds_alternative<AType>(to.shape.tau)) {
      problems_.report(first, "found the entity " + in_quotes(*target) + "; expected a component of it, \"" +
                                  std::string(*target) + ".C\", or a field, \"" + std::string(*target) + ".C.x\"");
      (void)read(second, (*parts)[1]);
      return unknown(place);
    }
    if (to.shape.kind == Shape::Kind::Unknown) {
      const auto* object = (*parts)[1].as<Json::Object>();
      const bool fields = object && object->size() != 1;  // of an unknown component
      if (!fields) (void)read(second, (*parts)[1]);
      return unknown(place);
    }
    // One field: evaluates its value first, then copies the other fields.
    const Term of = std::get<Apply>(to.t.form()).t[0];
    const Read& read_C = std::get<Read>(of.form());
    const CType& type = (*vocabulary_.schema)[read_C.C];
    const std::size_t written_field = *position_of_field(type, split(*target)[2]);
    Elaborated v = read_as(second, (*parts)[1], type.fields[written_field].type);
    if (v.shape.kind == Shape::Kind::Unknown) return unknown(place);
    std::vector<Elaborated> operands = {std::move(v)};
    const bool alone = type.fields.size() == 1;
    if (!alone) operands.push_back({of, to.origin.parts()[0], known(read_C.C)});
    Elaborated c = apply(
        second, alone ? maker(*vocabulary_.schema, read_C.C) : changer(*vocabulary_.schema, read_C.C, written_field),
        std::move(operands));
    return written(place, {read_C.t, {first.pointer()}, known(AType())}, read_C.C, std::move(c));
  }

  static Elaborated written(const Place& place, Elaborated e, Label C, Elaborated c) {
    return {Write{std::move(e.t), C, std::move(c.t)},
            {place.pointer(), {std::move(e.origin), std::move(c.origin)}},
            known(Unit{})};
  }

  // {"lazy": evt}, {"now": evt} ---------------------------------------------------------------------------------------

  Elaborated lazy(const Place& place, const Json& json) { return event<Staged>(place, json); }
  Elaborated now(const Place& place, const Json& json) { return event<Immediate>(place, json); }

  template <class When>
  Elaborated event(const Place& place, const Json& json) {
    const Json::Object* object = archetype_object(place, json);
    if (!object) return unknown(place);
    const std::vector<std::string_view> keys(std::begin(event_keys), std::end(event_keys));
    const Json::Member* member = only_member(problems_, place, *object, keys);
    if (!member) return unknown(place);
    const Place here = place.member(member->key, 0);
    std::vector<Elaborated> parts;
    std::optional<Event> evt;
    if (member->key == "create") {
      evt = create(here, member->value, parts);
    } else if (member->key == "destroy") {
      parts.push_back(read(here, member->value));
      evt = Destroy{parts[0].t};
    } else if (member->key == "add") {
      evt = add(here, member->value, parts);
    } else if (member->key == "remove") {
      if (const Json::List* two = list(problems_, here, member->value, "[C, e]", 2, 2)) {
        const std::optional<Label> C = vocabulary_.label(problems_, here.element(0), (*two)[0]);
        parts.push_back(read(here.element(1), (*two)[1]));
        if (C) evt = Remove{parts[0].t, *C};
      }
    } else {
      problems_.report_unknown(here, "event", member->key, keys);
      problems_.advise(instead_of_event(member->key));
    }
    if (!evt) return unknown(place);
    std::vector<Origin> origins;
    origins.reserve(parts.size());
    for (Elaborated& part : parts) origins.push_back(std::move(part.origin));
    return {When{*std::move(evt)}, {place.pointer(), std::move(origins)}, known(Unit{})};
  }

  const Json::Object* archetype_object(const Place& place, const Json& json) {
    const Json::Object* found = object(problems_, place, json);
    if (!found && !json.as<Json::Refused>())
      problems_.advise(R"(write one event: {"destroy": e}, "add", "remove" or "create")");
    return found;
  }

  static std::string_view instead_of_event(std::string_view key) {
    if (key == "attach" || key == "insert") return R"(write {"add": [C, e, t]})";
    if (key == "detach" || key == "delete") return R"(write {"remove": [C, e]})";
    if (key == "new" || key == "spawn") return R"(write {"create": {"C": {...}}})";
    if (key == "despawn" || key == "kill") return R"(write {"destroy": e})";
    return {};
  }

  // {"create": { "C": { "x": t, ... }, ... }}
  std::optional<Event> create(const Place& place, const Json& json, std::vector<Elaborated>& parts) {
    const Json::Object* members = object(problems_, place, json);
    if (!members) return std::nullopt;
    if (members->empty()) {
      expected(problems_, place, json, "at least one component");
      return std::nullopt;
    }
    Create evt;
    bool good = true;
    for (std::size_t k = 0; k < members->size(); ++k) {
      const Place here = place.member((*members)[k].key, k);
      const std::optional<Label> C = vocabulary_.label(problems_, here, (*members)[k].key);
      parts.push_back(component(here, (*members)[k].value, C));
      if (C) evt.components.emplace_back(*C, parts.back().t);
      good = good && C;
    }
    return good ? std::optional<Event>(std::move(evt)) : std::nullopt;
  }

  // {"add": [C, e, t]}, {"add": [C, e]} of a tag
  std::optional<Event> add(const Place& place, const Json& json, std::vector<Elaborated>& parts) {
    const Json::List* all = list(problems_, place, json, "[C, e, t], or [C, e] where C is a tag", 2, 3);
    if (!all) return std::nullopt;
    const std::optional<Label> C = vocabulary_.label(problems_, place.element(0), (*all)[0]);
    parts.push_back(read(place.element(1), (*all)[1]));
    if (all->size() == 3) {
      parts.push_back(component(place.element(2), (*all)[2], C));
    } else if (C && !(*vocabulary_.schema)[*C].fields.empty()) {
      const CType& type = (*vocabulary_.schema)[*C];
      problems_.report(place,
                       "found 2 members; expected [C, e, t], since " + type.name + " has fields, " + fields_of(type));
      return std::nullopt;
    } else if (C) {
      parts.push_back({Literal{Record{}, *C}, {place.pointer()}, known(*C)});
    }
    if (!C) return std::nullopt;
    return Add{parts[0].t, *C, parts[1].t};
  }

  // {"if": [b, t, t']}, {"if": [b, t]} --------------------------------------------------------------------------------

  Elaborated conditional(const Place& place, const Json& json) {
    const Json::List* all = list(problems_, place, json, "[b, t, t'], or [b, t] where nothing is done else", 2, 3);
    if (!all) return unknown(place);
    Elaborated b = read(place.element(0), (*all)[0]);
    Elaborated t = read(place.element(1), (*all)[1]);
    Elaborated t_ =
        all->size() == 3 ? read(place.element(2), (*all)[2]) : Elaborated{unit(), {place.pointer()}, known(Unit{})};
    if (t.shape.kind == Shape::Kind::Number && t_.shape.tau == Tau(Primitive::Float)) make_real(t);
    if (t_.shape.kind == Shape::Kind::Number && t.shape.tau == Tau(Primitive::Float)) make_real(t_);
    Shape shape = t.shape;
    if (t.shape.kind == Shape::Kind::Unknown || t_.shape.kind == Shape::Kind::Unknown)
      shape = {};
    else if (t.shape.kind == Shape::Kind::Mixed || t_.shape.kind == Shape::Kind::Mixed || t.shape.tau != t_.shape.tau)
      shape = {Shape::Kind::Mixed};
    else if (t_.shape.kind == Shape::Kind::Known)
      shape.kind = Shape::Kind::Known;
    return {If{std::move(b.t), std::move(t.t), std::move(t_.t)},
            {place.pointer(), {std::move(b.origin), std::move(t.origin), std::move(t_.origin)}},
            std::move(shape)};
  }

  // {"and": [a, b, ...]} is if a then (if b then ... else false) else false, {"or": [a, b, ...]} likewise
  Elaborated both(const Place& place, const Json& json) { return in_turn(place, json, true); }
  Elaborated either(const Place& place, const Json& json) { return in_turn(place, json, false); }
  Elaborated in_turn(const Place& place, const Json& json, bool all_of) {
    const Json::List* all = list(problems_, place, json, "two or more terms", 2);
    if (!all) return {unit(), {place.pointer()}, {}};
    std::vector<Elaborated> each;
    bool good = true;
    for (std::size_t k = 0; k < all->size(); ++k) {
      each.push_back(read_as(place.element(k), (*all)[k], Primitive::Bool));
      good = good && each.back().shape.kind != Shape::Kind::Unknown;
    }
    if (!good) return unknown(place);
    Elaborated last = std::move(each.back());
    for (std::size_t k = each.size() - 1; k-- > 0;) {
      const Term other = Literal{Value(!all_of)};
      Origin at{place.pointer()};
      last.t = all_of ? If{std::move(each[k].t), std::move(last.t), other}
                      : If{std::move(each[k].t), other, std::move(last.t)};
      last.origin = all_of
                        ? Origin{place.pointer(), {std::move(each[k].origin), std::move(last.origin), std::move(at)}}
                        : Origin{place.pointer(), {std::move(each[k].origin), std::move(at), std::move(last.origin)}};
    }
    return last;
  }

  // {"text": "s"}, {"entity": "e3"}
  Elaborated text(const Place& place, const Json& json) {
    if (const auto* s = json.as<std::string_view>())
      return {Literal{Text(std::string(*s))}, {place.pointer()}, known(Primitive::Text)};
    expected(problems_, place, json, "text");
    return unknown(place);
  }
  Elaborated entity(const Place& place, const Json& json) {
    const auto* name = json.as<std::string_view>();
    if (!name) {
      expected(problems_, place, json, "the name of an entity");
      return unknown(place);
    }
    const auto found = vocabulary_.entities.find(*name);
    if (found != vocabulary_.entities.end()) return {Literal{found->second}, {place.pointer()}, known(AType())};
    if (vocabulary_.knows_entities) problems_.report_unknown(place, "entity", *name, vocabulary_.entity_names);
    return unknown(place);
  }

  // {"get": ["C", e]}: e.C of an entity without a name
  Elaborated get(const Place& place, const Json& json) {
    const Json::List* two = list(problems_, place, json, "[C, e]", 2, 2);
    if (!two) return unknown(place);
    const std::optional<Label> C = vocabulary_.label(problems_, place.element(0), (*two)[0]);
    Elaborated e = read(place.element(1), (*two)[1]);
    if (!C) return unknown(place);
    return {Read{std::move(e.t), *C}, {place.pointer(), {std::move(e.origin)}}, known(*C)};
  }

  // {"field": ["x", t]}: t.x of a component without a name
  Elaborated field_of(const Place& place, const Json& json) {
    const Json::List* two = list(problems_, place, json, "[x, t]", 2, 2);
    if (!two) return unknown(place);
    Elaborated c = read(place.element(1), (*two)[1]);
    const auto* name = (*two)[0].as<std::string_view>();
    if (!name) expected(problems_, place.element(0), (*two)[0], "the name of a field");
    if (!name || c.shape.kind == Shape::Kind::Unknown) return unknown(place);
    const Label* C = c.shape.kind == Shape::Kind::Known ? std::get_if<Label>(&c.shape.tau) : nullptr;
    if (!C) {
      mismatch(place.element(1), c.shape, "a component");
      return unknown(place);
    }
    const CType& type = (*vocabulary_.schema)[*C];
    const std::optional<std::size_t> k = position_of_field(type, *name);
    if (!k) {
      problems_.report_unknown(place.element(0), "field", *name, field_names(type));
      return unknown(place);
    }
    return apply(place, field_operation(*C, *k), {std::move(c)});
  }

  Problems& problems_;
  const Vocabulary& vocabulary_;
  const std::vector<std::string>& parameters_;
  bool tolerant_;
};

}  // namespace

Elaborated read_term(Problems& problems, const Place& place, const Json& json, const Vocabulary& vocabulary,
                     const std::vector<std::string>& parameters, bool tolerant) {
  return TermsReader(problems, vocabulary, parameters, tolerant).read(place, json);
}

const std::vector<std::string_view>& term_keys() {
  static const std::vector<std::string_view> keys = [] {
    std::vector<std::string_view> keys;
    for (const auto& form : TermsReader::forms()) keys.push_back(form.first);
    keys.insert(keys.end(), operation_names().begin(), operation_names().end());
    return keys;
  }();
  return keys;
}

}  // namespace coreecs::archetype
