#include "interp/language/format/advice.hpp"

#include <algorithm>
#include <cctype>
#include <span>
#include <string>

namespace coreecs::instead {

namespace {

/// Names, each between spaces and in lower case, and what to write instead of them.
struct Advice {
  std::string_view names;
  std::string_view write;
};

std::string_view find(std::span<const Advice> all, std::string_view name) {
  constexpr std::size_t longest = 32;
  if (name.size() > longest || name.find(' ') != std::string_view::npos) return {};
  std::string word = " ";
  for (const char c : name) word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  word += ' ';
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Advice& one) { return one.names.find(word) != one.names.npos; });
  return found == all.end() ? std::string_view() : found->write;
}

}  // namespace

std::string_view of_type(std::string_view name) {
  static constexpr Advice all[] = {
      {" boolean ", R"(write "bool")"},
      {" double float f32 f64 float32 float64 ", R"(write "real")"},
      {" integer long short byte i32 i64 u8 u32 u64 uint int32 int64 ", R"(write "int")"},
      {" number ", R"(write "int" or "real")"},
      {" string str char ", R"(write "text")"},
      {" tag null none void marker ", R"(write "unit", whose only value is null)"},
      {" id ref reference ", R"(write "entity")"},
      {" record struct object vec2 vec3 vector vector2 vector3 ", R"(write { "x": "real", "y": "real" } for a record)"},
      {" list array set map ", R"(write { "list": "int", "most": 8 }, or let each part be an entity)"},
      {" enum ", R"(write { "enum": ["red", "blue"] }, with its values)"},
  };
  return find(all, name);
}

std::string_view of_term(std::string_view name) {
  static constexpr Advice all[] = {
      {" % ", R"(write {"mod": [a, b]}, or "rem" for the sign of a)"},
      {" // div ", R"(write {"floor_div": [a, b]}, "ceil_div" or "quot")"},
      {" ^ ** pow square sqr ", R"(there are no powers: write {"*": [a, a]})"},
      {" root length distance norm hypot ", R"(write {"sqrt": t}, or compare squares, {"*": [a, a]})"},
      {" tan atan2 exp log ln ", "there are no such functions: components can hold what they would yield"},
      {" int toint to_int ", R"(write {"floor": t}, or ceil, trunc, round)"},
      {" float real tofloat ", R"(write {"to_real": t})"},
      {" random rand rng ", R"(nothing is random: let a component hold a number, and write {"mod": [..]} of it)"},
      {" = === eq equals ", R"(write {"==": [a, b]})"},
      {" !== <> ne ", R"(write {"!=": [a, b]})"},
      {" && all ", R"(write {"and": [a, b]})"},
      {" || any ", R"(write {"or": [a, b]})"},
      {" ! ", R"(write {"not": a})"},
      {" ? ?: cond ternary ", R"(write {"if": [b, t, t']})"},
      {" add plus sum ", R"(write {"+": [a, b]})"},
      {" sub minus subtract ", R"(write {"-": [a, b]})"},
      {" mul times multiply ", R"(write {"*": [a, b]})"},
      {" lt gt le ge lte gte ", R"(write {"<": [a, b]}, "<=", ">" or ">=")"},
      {" negate -x ", R"(write {"neg": a})"},
      {" clamp ", R"(write {"max": [lo, {"min": [t, hi]}]})"},
      {" string str ", R"(write {"text": "s"}, or {"text_of": t} of a number)"},
      {" format join append ", R"(write {"concat": [s, s']}, and {"text_of": t} of a number)"},
      {" tostring to_text to_string ", R"(write {"text_of": t})"},
      {" has exists ", R"(write {"present": o}, where o is what "anyway" binds)"},
      {" get var component value field ", R"(write the name of the variable that "incl" binds, "p" or "p.x")"},
      {" += -= *= /= ++ -- ", R"(a term changes nothing: write {"attach": [L, e, {"+": [x, 1]}]} as a mutation)"},
      {" attach detach destroy new spawn ", R"(that is a mutation, and a term changes nothing)"},
  };
  return find(all, name);
}

std::string_view of_mutation(std::string_view name) {
  static constexpr Advice all[] = {
      {" spawn create instantiate make add_entity ", R"(write {"new": ["x", [{"attach": [L, "x", t]}]]})"},
      {" set add insert assign = write put update add_component ",
       R"(write {"attach": [L, e, t]}, which replaces what is there)"},
      {" += -= *= /= ++ -- inc increment dec decrement + - * / ",
       R"(write {"attach": [L, e, {"+": [x, 1]}]}, where "incl" binds x)"},
      {" remove delete unset erase remove_component ", R"(write {"detach": [L, e]})"},
      {" despawn kill free die ", R"(write {"destroy": e})"},
      {" for foreach while loop repeat ", "there are no loops: a system is invoked once for each of its matches"},
      {" seq then do block begin sequence ", "write a list: [m, m', ...]"},
      {" par conc ", "that is a schedule, and systems are not scheduled by systems"},
      {" nil nop noop skip pass ", "write []"},
      {" when unless switch ", R"(write {"if": [b, m, m']})"},
  };
  return find(all, name);
}

std::string_view of_schedule(std::string_view name) {
  static constexpr Advice all[] = {
      {" parallel concurrent concurrently join both || ", R"(write {"par": [z, z', ...]})"},
      {" sequence sequential series serial chain order ; ", R"(write {"then": [z, z', ...]})"},
      {" system run call do ", R"(write {"conc": "system"} or {"seq": "system"})"},
      {" schedule include ref ", R"(write {"use": "schedule"})"},
      {" if when loop repeat ", "a schedule has no conditions and no loops: systems have, and runs have --frames"},
  };
  return find(all, name);
}

std::string_view of_key(std::string_view name) {
  static constexpr Advice all[] = {
      {" query queries from ", R"(write "match")"},
      {" where filter condition ", R"(write "where" beside "match")"},
      {" action actions effect effects update run body mutation mutate ", R"(write "do")"},
      {" with include includes has all components read reads ", R"(write "incl")"},
      {" without exclude excludes none not ", R"(write "excl")"},
      {" optional maybe any option ", R"(write "anyway")"},
      {" as id bind ", R"(write "entity")"},
  };
  return find(all, name);
}

}  // namespace coreecs::instead
