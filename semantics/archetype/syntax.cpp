#include "semantics/archetype/syntax.hpp"

namespace coreecs::archetype {

AType with(AType A, Label C) {
  A.insert(C);
  return A;
}

AType without(AType A, Label C) {
  A.erase(C);
  return A;
}

std::optional<Primitive> primitive(const Value& v) {
  using Is = std::optional<Primitive>;
  return std::visit(
      Clauses{[](bool) -> Is { return Primitive::Bool; }, [](std::int64_t) -> Is { return Primitive::Int; },
              [](double) -> Is { return Primitive::Float; }, [](const Text&) -> Is { return Primitive::Text; },
              [](Unit) -> Is { return std::nullopt; }, [](Entity) -> Is { return std::nullopt; },
              [](const Record&) -> Is { return std::nullopt; }},
      v.sum());
}

bool is_component(const Value& c, const CType& C) {
  const Record* record = std::get_if<Record>(&c.sum());
  if (!record || record->fields().size() != C.fields.size()) return false;
  for (std::size_t i = 0; i < C.fields.size(); ++i)
    if (primitive(record->fields()[i]) != C.fields[i].type) return false;
  return true;
}

System::System(Sequential s, std::string name)
    : form_(std::make_shared<const Form>(std::move(s))),
      name_(std::move(name)),
      immediate_(std::get<Sequential>(*form_).f.t.facts().immediate) {}
System::System(DataParallel s, std::string name)
    : form_(std::make_shared<const Form>(std::move(s))),
      name_(std::move(name)),
      immediate_(std::get<DataParallel>(*form_).f.t.facts().immediate) {}
System::System(TaskParallel s, std::string name)
    : form_(std::make_shared<const Form>(std::move(s))), name_(std::move(name)), immediate_(false) {
  for (const System& s_i : std::get<TaskParallel>(*form_).s) immediate_ |= s_i.immediate_;
}
System::~System() { release(form_); }

std::optional<Entity> entity(const Term& t) {
  const Literal* v = value(t);
  const Entity* e = v ? std::get_if<Entity>(&v->v.sum()) : nullptr;
  return e ? std::optional(*e) : std::nullopt;
}

Term unit() { return Literal{Unit{}}; }

Term sequence(std::vector<Term> t) {
  if (t.empty()) return unit();
  Term all = std::move(t.back());
  for (std::size_t i = t.size() - 1; i-- > 0;) all = Sequence{std::move(t[i]), std::move(all)};
  return all;
}

namespace {

std::vector<Term> parts_of(const Event& evt) {
  return std::visit(Clauses{[](const Create& evt) {
                              std::vector<Term> t;
                              for (const auto& component : evt.components) t.push_back(component.second);
                              return t;
                            },
                            [](const Destroy& evt) { return std::vector{evt.t}; },
                            [](const Add& evt) {
                              return std::vector{evt.t, evt.c};
                            },
                            [](const Remove& evt) { return std::vector{evt.t}; }},
                    evt);
}

std::vector<Term> parts_of(const Term::Form& t) {
  return std::visit(
      Clauses{[](const Literal&) { return std::vector<Term>(); }, [](const Variable&) { return std::vector<Term>(); },
              [](const If& t) {
                return std::vector{t.t, t.t1, t.t2};
              },
              [](const Sequence& t) {
                return std::vector{t.t1, t.t2};
              },
              [](const Read& t) { return std::vector{t.t}; },
              [](const Write& t) {
                return std::vector{t.t, t.t2};
              },
              [](const Staged& t) { return parts_of(t.evt); }, [](const Immediate& t) { return parts_of(t.evt); },
              [](const Apply& t) { return t.t; }},
      t);
}

Term::Facts facts_of(const Term::Form& t) {
  Term::Facts facts{.open = std::holds_alternative<Variable>(t),
                    .stages = std::holds_alternative<Staged>(t),
                    .immediate = std::holds_alternative<Immediate>(t)};
  for (const Term& part : parts_of(t)) {
    facts.open |= part.facts().open;
    facts.stages |= part.facts().stages;
    facts.immediate |= part.facts().immediate;
  }
  return facts;
}

}  // namespace

Term::Term(Literal t) : Term(Node{std::move(t), {}}) {}
Term::Term(Variable t) : Term(Node{t, {}}) {}
Term::Term(If t) : Term(Node{std::move(t), {}}) {}
Term::Term(Sequence t) : Term(Node{std::move(t), {}}) {}
Term::Term(Read t) : Term(Node{std::move(t), {}}) {}
Term::Term(Write t) : Term(Node{std::move(t), {}}) {}
Term::Term(Staged t) : Term(Node{std::move(t), {}}) {}
Term::Term(Immediate t) : Term(Node{std::move(t), {}}) {}
Term::Term(Apply t) : Term(Node{std::move(t), {}}) {}
Term::Term(Node node) {
  node.facts = facts_of(node.form);
  node_ = std::make_shared<const Node>(std::move(node));
}
Term::~Term() { release(node_); }

std::vector<Term> parts(const Event& evt) { return parts_of(evt); }
std::vector<Term> parts(const Term& t) { return parts_of(t.form()); }

Event with_parts(const Event& evt, std::vector<Term> t) {
  return std::visit(Clauses{[&](Create evt) -> Event {
                              for (std::size_t i = 0; i < t.size(); ++i) evt.components[i].second = std::move(t[i]);
                              return evt;
                            },
                            [&](const Destroy&) -> Event { return Destroy{t[0]}; },
                            [&](const Add& evt) -> Event {
                              return Add{t[0], evt.C, t[1]};
                            },
                            [&](const Remove& evt) -> Event {
                              return Remove{t[0], evt.C};
                            }},
                    evt);
}

Term with_parts(const Term& t, std::vector<Term> parts) {
  return std::visit(Clauses{[&](const Literal&) { return t; }, [&](const Variable&) { return t; },
                            [&](const If&) -> Term {
                              return If{parts[0], parts[1], parts[2]};
                            },
                            [&](const Sequence&) -> Term {
                              return Sequence{parts[0], parts[1]};
                            },
                            [&](const Read& t) -> Term {
                              return Read{parts[0], t.C};
                            },
                            [&](const Write& t) -> Term {
                              return Write{parts[0], t.C, parts[1]};
                            },
                            [&](const Staged& t) -> Term { return Staged{with_parts(t.evt, std::move(parts))}; },
                            [&](const Immediate& t) -> Term { return Immediate{with_parts(t.evt, std::move(parts))}; },
                            [&](const Apply& t) -> Term {
                              return Apply{t.o, std::move(parts)};
                            }},
                    t.form());
}

}  // namespace coreecs::archetype
