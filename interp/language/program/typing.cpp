#include "interp/language/program/typing.hpp"

#include <algorithm>

#include "interp/base/json/problem.hpp"

namespace coreecs {

namespace {

TermType::Kind kind_of(Type::Kind kind) {
  switch (kind) {
    case Type::Kind::Unit:
      return TermType::Kind::Unit;
    case Type::Kind::Bool:
      return TermType::Kind::Bool;
    case Type::Kind::Int:
      return TermType::Kind::Int;
    case Type::Kind::Real:
      return TermType::Kind::Real;
    case Type::Kind::Text:
      return TermType::Kind::Text;
    case Type::Kind::Entity:
      return TermType::Kind::Entity;
    case Type::Kind::Record:
      return TermType::Kind::Record;
    case Type::Kind::List:
      return TermType::Kind::List;
  }
  return TermType::Kind::Unknown;
}

bool same_fields(const TermType& a, const TermType& b) {
  if (a.fields.size() != b.fields.size()) return false;
  for (std::size_t k = 0; k < a.fields.size(); ++k)
    if (a.fields[k].first != b.fields[k].first) return false;
  return true;
}

bool is_text(const TermType& type) { return type.kind == TermType::Kind::Text || type.kind == TermType::Kind::Quoted; }

bool among(const std::vector<std::string>& some, const std::vector<std::string>& all) {
  return std::all_of(some.begin(), some.end(),
                     [&](const std::string& one) { return std::find(all.begin(), all.end(), one) != all.end(); });
}

bool fits_text(const TermType& from, const TermType& to) {
  if (to.texts.empty()) return true;
  const bool declared = from.kind == TermType::Kind::Text;
  return !from.texts.empty() && !(declared && to.kind == TermType::Kind::Quoted) && among(from.texts, to.texts);
}

/// The common type of two types of texts.
std::optional<TermType> join_texts(const TermType& a, const TermType& b) {
  if (a.kind == TermType::Kind::Quoted && b.kind == TermType::Kind::Quoted) {
    TermType both = a;
    for (const std::string& text : b.texts)
      if (!among({text}, a.texts)) both.texts.push_back(text);
    return both;
  }
  if (fits_text(a, b)) return b;
  return fits_text(b, a) ? std::optional(a) : std::nullopt;
}

}  // namespace

TermType::TermType(const Type& type) : kind(kind_of(type.kind)), texts(type.texts), most(type.most) {
  for (const Type::Field& field : type.fields) fields.emplace_back(field.name, TermType(field.type));
}

TermType TermType::list(TermType of, std::size_t most) {
  TermType type(Kind::List);
  type.fields.emplace_back("", std::move(of));
  type.most = most;
  return type;
}

std::optional<TermType> join(const TermType& a, const TermType& b) {
  using Kind = TermType::Kind;
  if (a.kind == Kind::Unknown) return b;
  if (b.kind == Kind::Unknown) return a;
  if (a.kind == Kind::Number && (b.kind == Kind::Int || b.kind == Kind::Real)) return b;
  if (b.kind == Kind::Number && (a.kind == Kind::Int || a.kind == Kind::Real)) return a;
  if (is_text(a) && is_text(b)) return join_texts(a, b);
  if (a.kind != b.kind || !same_fields(a, b)) return std::nullopt;
  TermType joined = a;
  joined.most = std::max(a.most, b.most);
  for (std::size_t k = 0; k < a.fields.size(); ++k) {
    std::optional<TermType> field = join(a.fields[k].second, b.fields[k].second);
    if (!field) return std::nullopt;
    joined.fields[k].second = std::move(*field);
  }
  return joined;
}

bool fits(const TermType& from, const TermType& to) {
  using Kind = TermType::Kind;
  if (from.kind == Kind::Unknown || to.kind == Kind::Unknown) return true;
  if (from.kind == Kind::Number) return to.kind == Kind::Number || to.kind == Kind::Int || to.kind == Kind::Real;
  if (is_text(from) && is_text(to)) return fits_text(from, to);
  if (from.kind != to.kind || !same_fields(from, to) || from.most > to.most) return false;
  for (std::size_t k = 0; k < from.fields.size(); ++k)
    if (!fits(from.fields[k].second, to.fields[k].second)) return false;
  return true;
}

bool becomes_real(const TermType& from, const TermType& to) {
  if (from.kind == TermType::Kind::Number) return to.kind == TermType::Kind::Real;
  if (from.fields.size() != to.fields.size()) return false;
  for (std::size_t k = 0; k < from.fields.size(); ++k)
    if (becomes_real(from.fields[k].second, to.fields[k].second)) return true;
  return false;
}

TermType settled(TermType type) {
  if (type.kind == TermType::Kind::Number) type.kind = TermType::Kind::Int;
  for (TermType::Field& field : type.fields) field.second = settled(std::move(field.second));
  return type;
}

std::string show_texts(const std::vector<std::string>& texts) {
  std::string text;
  for (const std::string& one : texts) text += (text.empty() ? "{" : ", ") + in_quotes(one);
  return text + "}";
}

std::string show_list(const std::string& of, std::size_t most) {
  return "[" + of + "; ≤ " + std::to_string(most) + "]";
}

std::string show(const TermType& type) {
  switch (type.kind) {
    case TermType::Kind::Unknown:
      return "any";
    case TermType::Kind::Number:
      return "int";
    case TermType::Kind::Unit:
      return "unit";
    case TermType::Kind::Bool:
      return "bool";
    case TermType::Kind::Int:
      return "int";
    case TermType::Kind::Real:
      return "real";
    case TermType::Kind::Quoted:
      return "text";
    case TermType::Kind::Text:
      return type.texts.empty() ? "text" : show_texts(type.texts);
    case TermType::Kind::Entity:
      return "entity";
    case TermType::Kind::List:
      return show_list(show(type.element()), type.most);
    case TermType::Kind::Record:
      break;
  }
  std::string text = "{";
  for (const TermType::Field& field : type.fields) {
    if (text.size() > 1) text += ", ";
    text += field.first + ": " + show(field.second);
  }
  return text + "}";
}

std::string brief(const TermType& type) { return shortened(show(type)); }

}  // namespace coreecs
