/// Figures 3 and 4: the syntax of the archetype calculus ("The Essence of Entity Component System", SAC 2026).
#pragma once

#include <boost/container/flat_set.hpp>
#include <memory>
#include <set>
#include <string>

#include "semantics/base/deep.hpp"
#include "semantics/parameters.hpp"

namespace coreecs::archetype {

// P ::= Int | Float | ...                                                                                   Figure 3

enum class Primitive { Bool, Int, Float, Text };

// C ∈ CType ::= {P_1, ..., P_n}                                                                             Figure 3

/// A component type, with named fields (A2). C in a term is an index into the schema.
struct CType {
  struct Field {
    std::string name;
    Primitive type;

    friend bool operator==(const Field&, const Field&) = default;
  };

  std::string name;
  std::vector<Field> fields;
};
using Schema = std::vector<CType>;

// A ∈ AType ::= {C_1, ..., C_n}                                                                             Figure 3

/// An archetype: a set of component types.
using AType = boost::container::flat_set<Label>;
/// A ∪ {C} and A − {C}
[[nodiscard]] AType with(AType A, Label C);
[[nodiscard]] AType without(AType A, Label C);

// e ∈ Entity ::= n       c ∈ Component ::= {v_1, ..., v_n}                                                  Figure 3

/// The type of v as a primitive value, if it is one.
[[nodiscard]] std::optional<Primitive> primitive(const Value& v);
/// ⊢ c : C, that is, c is a record whose values have the types of the fields of C.
[[nodiscard]] bool is_component(const Value& c, const CType& C);

// τ ::= P | () | C | A                                                                                           §5

using Tau = std::variant<Primitive, Unit, Label, AType>;

// t ::= v | x | if t then t else t | t; t | t.C | t.C := t | lz evt | im evt                                 Figure 4
//     | o(t_1, ..., t_n)                                                                            an extension, A2

class Term;

// evt ::= create(C, c) | destroy t | add(t, C, c) | remove(t, C)                                            Figure 4

/// create(C_1, t_1, ..., C_n, t_n): one entity with these components; in the paper n = 1, and t_1 is a value (A3).
/// Precondition: no component type occurs twice.
struct Create {
  std::vector<std::pair<Label, Term>> components;
};
struct Destroy;
struct Add;
struct Remove;
using Event = std::variant<Create, Destroy, Add, Remove>;

/// A primitive operation o : (τ_1, ..., τ_n) → τ with its δ: the result, or nothing where it is undefined. On values of
/// other types δ must be undefined, without throwing: under the published rules a heap may hold such values (A15, A16).
struct Operation {
  std::string name;
  std::vector<Tau> takes;
  Tau yields;
  std::function<std::optional<Value>(std::span<const Value>)> delta;
};

struct Literal;
struct Variable;
struct If;
struct Sequence;
struct Read;
struct Write;
struct Staged;
struct Immediate;
struct Apply;

/// A term. Copies share it.
class Term {
 public:
  using Form = std::variant<Literal, Variable, If, Sequence, Read, Write, Staged, Immediate, Apply>;

  Term(Literal t);
  Term(Variable t);
  Term(If t);
  Term(Sequence t);
  Term(Read t);
  Term(Write t);
  Term(Staged t);
  Term(Immediate t);
  Term(Apply t);
  Term(const Term&) = default;
  Term(Term&&) = default;
  Term& operator=(const Term&) = default;
  Term& operator=(Term&&) = default;
  ~Term();

  [[nodiscard]] const Form& form() const;

  /// Facts about a term, computed when it is built. Cost of each: constant.
  struct Facts {
    bool open = false;       ///< a variable occurs in it
    bool stages = false;     ///< a staged event occurs in it
    bool immediate = false;  ///< an immediate event occurs in it
  };
  [[nodiscard]] Facts facts() const;

 private:
  struct Node;
  explicit Term(Node node);

  std::shared_ptr<const Node> node_;
};

/// v; a component has its declared type C.
struct Literal {
  Value v;
  std::optional<Label> C = {};
};
/// x: the x-th parameter of the system, counted from 0.
struct Variable {
  std::size_t x = 0;
};
struct If {
  Term t, t1, t2;
};
/// t1; t2
struct Sequence {
  Term t1, t2;
};
/// t.C
struct Read {
  Term t;
  Label C;
};
/// t.C := t'
struct Write {
  Term t;
  Label C;
  Term t2;
};
struct Destroy {
  Term t;
};
/// add(t, C, c): in the paper c is a value (A3).
struct Add {
  Term t;
  Label C;
  Term c;
};
struct Remove {
  Term t;
  Label C;
};
/// lz evt
struct Staged {
  Event evt;
};
/// im evt
struct Immediate {
  Event evt;
};
/// o(t_1, ..., t_n). Precondition: n is the number of operands that o takes.
struct Apply {
  std::shared_ptr<const Operation> o;
  std::vector<Term> t;
};

struct Term::Node {
  Form form;
  Facts facts;
};

inline const Term::Form& Term::form() const { return node_->form; }
inline Term::Facts Term::facts() const { return node_->facts; }

/// The value that a term is, or null.
[[nodiscard]] inline const Literal* value(const Term& t) { return std::get_if<Literal>(&t.form()); }
/// The entity that a term is, or nothing.
[[nodiscard]] std::optional<Entity> entity(const Term& t);
/// (), the value.
[[nodiscard]] Term unit();
/// t_1; (t_2; ... t_n), or () where n is 0. Cost: n.
[[nodiscard]] Term sequence(std::vector<Term> t);
/// The terms in an event, in the order of evaluation; and the event with others instead.
[[nodiscard]] std::vector<Term> parts(const Event& evt);
[[nodiscard]] Event with_parts(const Event& evt, std::vector<Term> t);
/// The direct parts of a term, including those of an event; and the term with others instead.
[[nodiscard]] std::vector<Term> parts(const Term& t);
[[nodiscard]] Term with_parts(const Term& t, std::vector<Term> parts);

// s ∈ System ::= (A, λx.t) | par (A, λx.t) | [s_1, s_2]                                                     Figure 3

/// (A, λx.t); or (A_1, ..., A_n, λx_1...x_n.t), which is called with every tuple of entities of these archetypes: "a
/// system can have multiple archetypes" (§4.1), an extension (A4). The names of the parameters are for people.
struct Function {
  std::vector<AType> A;
  Term t;
  std::vector<std::string> x = {};
};
struct Sequential {
  Function f;
};
struct DataParallel {
  Function f;
};
class System;
/// [s_1, ..., s_n]: in the paper n = 2 (A5).
struct TaskParallel {
  std::vector<System> s;
};

/// A system. Copies share it.
class System {
 public:
  using Form = std::variant<Sequential, DataParallel, TaskParallel>;

  System(Sequential s, std::string name = {});
  System(DataParallel s, std::string name = {});
  System(TaskParallel s, std::string name = {});
  System(const System&) = default;
  System(System&&) = default;
  System& operator=(const System&) = default;
  System& operator=(System&&) = default;
  ~System();

  [[nodiscard]] const Form& form() const { return *form_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Whether an immediate event occurs in it. Cost: constant.
  [[nodiscard]] bool has_immediate_events() const { return immediate_; }

 private:
  std::shared_ptr<const Form> form_;
  std::string name_;
  bool immediate_;
};

// fr ∈ Frame ::= [sync] | s :: fr | sync :: fr                                                                 §4.3

struct Sync {};
using Step = std::variant<System, Sync>;

/// A frame: the remaining steps. Frames of programs end in sync; [] is the end of a frame (A6).
class Frame {
 public:
  Frame() = default;
  explicit Frame(std::vector<Step> steps) : steps_(std::make_shared<const std::vector<Step>>(std::move(steps))) {}

  [[nodiscard]] std::span<const Step> steps() const {
    return steps_ ? std::span(*steps_).subspan(done_) : std::span<const Step>();
  }
  [[nodiscard]] bool empty() const { return steps().empty(); }
  /// The number of completed steps. Cost: constant.
  [[nodiscard]] std::size_t done() const { return done_; }
  /// fr of a frame s :: fr or sync :: fr. Precondition: not empty(). Cost: constant.
  [[nodiscard]] Frame rest() const {
    Frame fr = *this;
    ++fr.done_;
    return fr;
  }

 private:
  std::shared_ptr<const std::vector<Step>> steps_;
  std::size_t done_ = 0;
};

// q ∈ Queue = [evt_1, ..., evt_n]                                                                              §4.3

using Queue = std::vector<Event>;

}  // namespace coreecs::archetype
