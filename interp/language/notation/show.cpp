#include "interp/language/notation/show.hpp"

#include <fmt/format.h>

#include "interp/language/program/typing.hpp"
#include "semantics/query.hpp"

namespace coreecs {

namespace {

std::string in_parentheses(bool yes, const std::string& text) { return yes ? "(" + text + ")" : text; }

/// Puts a product inside another one in parentheses.
std::string show(const ResultType& type, bool inside) {
  return std::visit(Clauses{
                        [](const Type& k) { return coreecs::show(k); },
                        [](const Top&) -> std::string { return "⊤"; },
                        [&](const OrTop& k) { return in_parentheses(inside, coreecs::show(k.k) + " + ⊤"); },
                        [&](const Product& product) {
                          std::vector<std::string> factors;
                          for (const ResultType& factor : product.factors)
                            factors.push_back(show(factor, product.factors.size() > 1));
                          return in_parentheses(inside && factors.size() > 1,
                                                fmt::format("{}", fmt::join(factors, " × ")));
                        },
                    },
                    type);
}

}  // namespace

std::string show_query(const Query& q, const Schema& K) {
  return std::visit(Clauses{
                        [&](const Incl& q) { return "incl_" + K[q.i].name; },
                        [&](const Excl& q) { return "excl_" + K[q.i].name; },
                        [&](const Anyway& q) { return "anyway_" + K[q.i].name; },
                        [&](const And& q) {
                          std::vector<std::string> conjuncts;
                          for (const Query& q_j : q.conjuncts) conjuncts.push_back(show_query(q_j, K));
                          return fmt::format("{}", fmt::join(conjuncts, " ∧ "));
                        },
                    },
                    q);
}

std::string show(const StaticReason& reason, const Schema& K) {
  return std::visit(
      Clauses{
          [](const NotSingleton& r) {
            return fmt::format("it has {} queries, so two matches may share the entity that it writes", r.dim);
          },
          [&](const QueriesEntity& r) {
            return fmt::format(
                "it may write to the entity that {} refers to, and two entities may refer to the same one",
                K[r.i].name);
          },
          [](const WritesLiteral&) -> std::string {
            return "every invocation may write an entity that the system names (D7)";
          },
          [](const UnknownEffects&) -> std::string { return "its effects are not known"; },
          [&](const SharedLabel& r) { return fmt::format("both sides influence {}", K[r.i].name); },
      },
      reason);
}

std::string show(const QueryVector& q, const Schema& K) {
  std::vector<std::string> queries;
  for (const Query& q_j : q) queries.push_back(show_query(q_j, K));
  return fmt::format("⟨{}⟩{}", fmt::join(queries, ", "), q.where.phi ? " where φ" : "");
}

std::string show_result_type(const QueryVector& q, const Schema& K) { return show(result_type(q, K), false); }

std::string show(const Type& type) {
  switch (type.kind) {
    case Type::Kind::Unit:
      return "unit";
    case Type::Kind::Bool:
      return "bool";
    case Type::Kind::Int:
      return "int";
    case Type::Kind::Real:
      return "real";
    case Type::Kind::Text:
      return type.texts.empty() ? "text" : show_texts(type.texts);
    case Type::Kind::Entity:
      return "entity";
    case Type::Kind::List:
      return show_list(show(type.fields.front().type), type.most);
    case Type::Kind::Record: {
      std::vector<std::string> fields;
      for (std::size_t k = 0; k < type.fields.size(); ++k) {
        const Type::Field& field = type.fields[type.declared.empty() ? k : type.declared[k]];
        fields.push_back(field.name + ": " + show(field.type));
      }
      return fmt::format("{{{}}}", fmt::join(fields, ", "));
    }
  }
  return "";
}

// Both operators associate and are grouped from the left; mixed ones get parentheses. A loop, for deep schedules.
std::string show(const Schedule& z,
                 const std::function<std::string(std::size_t place, const std::string& text)>& mark) {
  using Piece = std::variant<const Schedule*, const char*>;
  enum Form { Leaf, Parallel, Series };
  const auto form = [](const Schedule& z) {
    return std::holds_alternative<Par>(z.form()) ? Parallel : std::holds_alternative<Then>(z.form()) ? Series : Leaf;
  };
  std::string out;
  std::size_t places = 0;
  std::vector<Piece> pieces{&z};
  while (!pieces.empty()) {
    const Piece piece = pieces.back();
    pieces.pop_back();
    if (const char* const* text = std::get_if<const char*>(&piece)) {
      const bool parenthesis = **text == '(' || **text == ')';
      out += parenthesis ? *text : " " + mark(places++, *text) + " ";
      continue;
    }
    const Schedule& at = *std::get<const Schedule*>(piece);
    const auto side = [&](const Schedule& side, bool same_form_is_grouped) {
      const bool parentheses = form(side) != Leaf && (form(side) != form(at) || same_form_is_grouped);
      if (parentheses) pieces.push_back(")");
      pieces.push_back(&side);
      if (parentheses) pieces.push_back("(");
    };
    const auto both = [&](const auto& z, const char* op) {
      side(z.right, true);
      pieces.push_back(op);
      side(z.left, false);
    };
    std::visit(Clauses{
                   [&](const Conc& z) { out += mark(places++, "conc(" + z.s->name + ")"); },
                   [&](const Seq& z) { out += mark(places++, "seq(" + z.s->name + ")"); },
                   [&](const Par& z) { both(z, "∥"); },
                   [&](const Then& z) { both(z, "⨟"); },
               },
               at.form());
  }
  return out;
}

std::string show(const Schedule& z) {
  return show(z, [](std::size_t, const std::string& text) { return text; });
}

std::string superscript(std::size_t leaf) {
  constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out;
  for (const char digit : std::to_string(leaf)) out += digits[digit - '0'];
  return out;
}

std::string numbered(const Schedule& z, std::uint64_t frames) {
  const std::string one = show(z, [](std::size_t place, const std::string& text) {
    return place % 2 == 0 ? text + superscript(place / 2) : text;
  });
  return frames < 2 ? one : fmt::format("{}, and {} more for each frame before", one, z.leaves());
}

}  // namespace coreecs
