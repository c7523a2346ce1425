#include "interp/search/reduce.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "interp/base/answer.hpp"
#include "interp/base/progress.hpp"
#include "interp/language/format/print.hpp"
#include "interp/language/format/tree.hpp"

namespace coreecs {

namespace {

using nlohmann::ordered_json;

/// A list or an object without its members from `begin` to `end`.
ordered_json without(const ordered_json& members, std::size_t begin, std::size_t end) {
  const auto first = static_cast<std::ptrdiff_t>(begin);
  const auto last = static_cast<std::ptrdiff_t>(end);
  ordered_json smaller(members.type());
  const auto copy = [&](const auto& from, auto& to) {
    to.reserve(from.size() - (end - begin));
    for (auto member = from.begin(); member != from.end(); ++member)
      if (member < from.begin() + first || member >= from.begin() + last) to.push_back(*member);
  };
  if (members.is_array()) {
    copy(members.get_ref<const ordered_json::array_t&>(), smaller.get_ref<ordered_json::array_t&>());
  } else {
    using Members = ordered_json::object_t::Container;  // its push_back searches for no equal key
    copy(members.get_ref<const ordered_json::object_t&>(),
         static_cast<Members&>(smaller.get_ref<ordered_json::object_t&>()));
  }
  return smaller;
}

/// Passes ranges of `size` members: all, halves, quarters, ..., single ones, if at least `least` remain. To remove them
/// one after the other is delta debugging (Zeller, Hildebrandt; IEEE TSE 2002).
template <class Accept>
bool ranges(std::size_t size, std::size_t least, Accept accept) {
  for (std::size_t length = size; length > 0; length /= 2)
    for (std::size_t begin = 0; begin < size; begin += length) {
      const std::size_t end = std::min(begin + length, size);
      if (size - (end - begin) >= least && accept(begin, end)) return true;
    }
  return false;
}

/// The positions of the parts of a construct in its list.
struct Shape {
  std::string_view key;
  std::vector<std::size_t> terms;
  std::vector<std::size_t> branches;  ///< each can replace the whole
};

const Shape* shape(std::string_view key) {
  static const std::vector<Shape> shapes = {{"attach", {1, 2}, {}}, {"detach", {1}, {}},  {"default", {}, {1}},
                                            {"new", {}, {1}},       {"if", {0}, {1, 2}},  {"let", {1}, {2}},
                                            {"case", {}, {2, 3}},   {"get", {0, 1}, {2}}, {"append", {1}, {0, 2}},
                                            {"map", {2}, {0}},      {"filter", {2}, {0}}, {"fold", {0, 4}, {3}}};
  const auto found = std::find_if(shapes.begin(), shapes.end(), [&](const Shape& s) { return s.key == key; });
  return found == shapes.end() ? nullptr : &*found;
}

/// One function for each grammar. A step replaces a part of the document in place, passes the whole, and restores the
/// part.
class Reductions {
 public:
  Reductions(ordered_json program, const std::function<bool(const ordered_json&)>& accept)
      : program_(std::move(program)), accept_(accept) {
    if (!program_.contains("entities")) program_["entities"] = ordered_json::object();
  }

  bool of(Reducible what) {
    return without_key("expect") || (what == Reducible::Everything && (elaborated() || vocabulary())) ||
           without_entities() || without_components(what) || (what == Reducible::Everything && behaviour()) ||
           frames() || state() || equal_numbers();
  }

 private:
  bool with(ordered_json& part, ordered_json smaller) {
    part.swap(smaller);
    const bool accepted = accept_(program_);
    part.swap(smaller);
    return accepted;
  }
  bool without_members(ordered_json& members, std::size_t least) {
    return ranges(members.size(), least,
                  [&](std::size_t begin, std::size_t end) { return with(members, without(members, begin, end)); });
  }
  bool without_key(const char* key) {
    const auto member = program_.find(key);
    if (member == program_.end()) return false;
    const auto position = static_cast<std::size_t>(std::distance(program_.begin(), member));
    return accept_(without(program_, position, position + 1));
  }

  /// Expands everything that is abbreviated: entities of templates, schedules that are used.
  bool elaborated() {
    const auto& schedules = program_["schedules"];
    const bool uses = std::any_of(schedules.begin(), schedules.end(), [](const ordered_json& z) { return has_use(z); });
    if (!program_.contains("spawn") && !uses) return false;
    const auto loaded = load_tree(program_);
    const auto* program = std::get_if<Program>(&loaded);
    return program && accept_(ordered_json::parse(print(*program)));
  }
  static bool has_use(const ordered_json& z) {
    const ordered_json& parts = *z.begin();
    return z.begin().key() == "use" || (parts.is_array() && std::any_of(parts.begin(), parts.end(), has_use));
  }

  bool vocabulary() {
    return without_key("about") || without_key("fuzz") || without_key("view") || without_key("invariants") ||
           (program_.contains("invariants") && without_members(program_["invariants"], 1)) ||
           without_key("constants") || (program_.contains("constants") && without_members(program_["constants"], 1)) ||
           without_members(program_["schedules"], 1) || without_systems();
  }
  bool behaviour() {
    for (auto& z : program_["schedules"])
      if (schedule(z)) return true;
    for (auto& s : program_["systems"])
      if (mutation(s["do"])) return true;
    for (auto& s : program_["systems"])
      if (matched(s)) return true;
    if (program_.contains("invariants"))
      for (auto& invariant : program_["invariants"])
        if (term(invariant["holds"]) || matched(invariant)) return true;
    return false;
  }
  /// The query vector and the condition of a system or an invariant.
  bool matched(ordered_json& taken) {
    if (taken.contains("measure"))
      return without_members(taken["measure"], 1) ||
             std::any_of(taken["measure"].begin(), taken["measure"].end(),
                         [&](ordered_json& measure) { return measure.is_object() && matched(*measure.begin()); });
    if (const auto where = taken.find("where"); where != taken.end()) {
      const auto position = static_cast<std::size_t>(std::distance(taken.begin(), where));
      if (with(taken, without(taken, position, position + 1)) || (!where->is_string() && term(*where))) return true;
    }
    return queries(taken["match"]);
  }

  /// The names of the members of an object from `begin` to `end`.
  static std::unordered_set<std::string_view> names(const ordered_json& members, std::size_t begin, std::size_t end) {
    std::unordered_set<std::string_view> names;
    const auto& all = members.get_ref<const ordered_json::object_t&>();
    for (std::size_t k = begin; k < end; ++k) names.insert((all.begin() + static_cast<std::ptrdiff_t>(k))->first);
    return names;
  }
  /// In schedules, the first remaining system replaces one that is removed.
  bool without_systems() {
    const ordered_json& systems = program_["systems"];
    return ranges(systems.size(), 1, [&](std::size_t begin, std::size_t end) {
      ordered_json smaller = program_;
      smaller["systems"] = without(systems, begin, end);
      const auto gone = names(systems, begin, end);
      for (auto& z : smaller["schedules"]) replace(z, gone, smaller["systems"].begin().key());
      return accept_(smaller);
    });
  }
  static void replace(ordered_json& z, const std::unordered_set<std::string_view>& gone, const std::string& first) {
    if (z.front().is_array())
      for (auto& part : z.front()) replace(part, gone, first);
    else if (gone.count(z.front().get_ref<const std::string&>()) > 0)
      z.front() = first;
  }

  // States and values ---------------------------------------------------------------------------------------

  bool without_entities() {
    ordered_json& entities = program_["entities"];
    return ranges(entities.size(), 0, [&](std::size_t begin, std::size_t end) {
      ordered_json fewer = without(entities, begin, end);
      if (!fewer.empty()) redirect(fewer, names(entities, begin, end));
      return with(entities, std::move(fewer));
    });
  }
  /// Redirects references to removed entities to the first remaining one.
  void redirect(ordered_json& fewer, const std::unordered_set<std::string_view>& gone) const {
    for (auto& components : fewer)
      for (auto k = components.begin(); k != components.end(); ++k)
        redirect(k.value(), program_["components"][k.key()], gone, fewer.begin().key());
  }
  static void redirect(ordered_json& k, const ordered_json& type, const std::unordered_set<std::string_view>& gone,
                       const std::string& first) {
    if (k.is_array())
      for (ordered_json& each : k) redirect(each, type["list"], gone, first);
    else if (k.is_object())
      for (auto field = k.begin(); field != k.end(); ++field) redirect(*field, type[field.key()], gone, first);
    else if (type == "entity" && gone.count(k.get_ref<const std::string&>()) > 0)
      k = first;
  }

  /// Removes a component from all entities, and from the program.
  bool without_components(Reducible what) {
    for (auto i = program_["components"].begin(); i != program_["components"].end(); ++i) {
      ordered_json smaller = program_;
      std::size_t erased = 0;
      for (auto& components : smaller["entities"]) erased += components.erase(i.key());
      if (what == Reducible::Everything && smaller.contains("resources")) {
        for (auto& components : smaller["resources"]) erased += components.erase(i.key());
        ordered_json left = ordered_json::object();
        for (auto one = smaller["resources"].begin(); one != smaller["resources"].end(); ++one)
          if (!one->empty()) left[one.key()] = *one;
        smaller["resources"] = left;
      }
      if (what == Reducible::Everything) erased += smaller["components"].erase(i.key());
      if (erased > 0 && accept_(smaller)) return true;
    }
    return false;
  }
  bool state() {
    for (auto& components : program_["entities"])
      if (without_members(components, 0)) return true;
    for (const char* key : {"entities", "resources"})
      if (program_.contains(key))
        for (auto& components : program_[key])
          for (auto k = components.begin(); k != components.end(); ++k)
            if (value(k.value(), program_["components"][k.key()])) return true;
    return false;
  }
  /// Moves an int of the state toward 0, wherever it occurs there.
  bool equal_numbers() {
    std::map<std::int64_t, std::vector<ordered_json*>> occurrences;
    for (auto& components : program_["entities"])
      for (auto& k : components) note_ints(k, occurrences);
    for (auto& [n, places] : occurrences) {
      if (places.size() < 2) continue;
      for (std::int64_t distance = n; distance != 0; distance /= 2) {
        for (ordered_json* place : places) *place = n - distance;
        const bool accepted = accept_(program_);
        for (ordered_json* place : places) *place = n;
        if (accepted) return true;
      }
    }
    return false;
  }
  static void note_ints(ordered_json& k, std::map<std::int64_t, std::vector<ordered_json*>>& occurrences) {
    if (k.is_number_integer()) occurrences[k.get<std::int64_t>()].push_back(&k);
    if (k.is_structured())
      for (auto& field : k) note_ints(field, occurrences);
  }
  bool frames() {
    const auto n = program_.find("frames");
    return n != program_.end() && *n > 1 && toward(*n, 1);
  }

  bool value(ordered_json& k, const ordered_json& type) {
    if (type.is_object() && k.is_string()) return earlier(k, type["enum"]);
    if (k.is_array())
      return without_members(k, 0) ||
             std::any_of(k.begin(), k.end(), [&](ordered_json& each) { return value(each, type["list"]); });
    if (type.is_object()) {
      for (auto field = k.begin(); field != k.end(); ++field)
        if (value(*field, type[field.key()])) return true;
      return false;
    }
    return type == "entity" ? reference(k) : literal(k);
  }
  /// Replaces a value of an enumeration by an earlier one.
  bool earlier(ordered_json& k, const ordered_json& texts) {
    for (const ordered_json& text : texts) {
      if (text == k) return false;
      if (with(k, text)) return true;
    }
    return false;
  }
  bool literal(ordered_json& k) {
    if (k.is_boolean()) return k == true && with(k, false);
    if (k.is_number_float()) return real_toward_0(k);
    if (k.is_number()) return toward(k, 0);
    return k.is_string() && text(k);
  }
  bool toward(ordered_json& part, std::int64_t goal) {
    const auto n = part.get<std::int64_t>();
    for (std::int64_t distance = n - goal; distance != 0; distance /= 2)
      if (with(part, n - distance)) return true;
    return false;
  }
  bool real_toward_0(ordered_json& part) {
    const auto x = part.get<double>();
    if (x == 0 && !std::signbit(x)) return false;
    if (with(part, 0.0)) return true;
    if (x != std::trunc(x)) return with(part, std::trunc(x));
    for (double distance = std::trunc(x / 2); distance != 0; distance = std::trunc(distance / 2))
      if (x - distance != x && with(part, x - distance)) return true;
    return false;
  }
  bool text(ordered_json& part) {
    const std::string whole = part;
    std::vector<std::size_t> starts;  // of code points
    for (std::size_t k = 0; k < whole.size(); ++k)
      if ((whole[k] & 0xC0) != 0x80) starts.push_back(k);
    starts.push_back(whole.size());
    return ranges(starts.size() - 1, 0, [&](std::size_t begin, std::size_t end) {
      return with(part, whole.substr(0, starts[begin]) + whole.substr(starts[end]));
    });
  }
  bool reference(ordered_json& part) {
    const auto& entities = program_["entities"].get_ref<const ordered_json::object_t&>();
    const auto found = entities.find(part.get_ref<const std::string&>());
    const auto position = found == entities.end() ? 0 : found - entities.begin();  // 0: of a resource
    for (auto distance = position; distance != 0; distance /= 2)
      if (with(part, entities.begin()[position - distance].first)) return true;
    return false;
  }

  // Schedules -----------------------------------------------------------------------------------------------

  bool schedule(ordered_json& z) {
    ordered_json& parts = *z.begin();
    if (!parts.is_array()) return false;
    if (parts.size() == 1 && with(z, parts[0])) return true;
    if (without_members(parts, 1)) return true;
    return std::any_of(parts.begin(), parts.end(), [&](ordered_json& part) { return schedule(part); });
  }

  // Systems -------------------------------------------------------------------------------------------------

  bool queries(ordered_json& match) {
    if (without_members(match, 1)) return true;
    return std::any_of(match.begin(), match.end(), [&](ordered_json& q) { return query(q); });
  }
  bool query(ordered_json& q) {
    ordered_json simplest = ordered_json::object();
    if (q.contains("entity")) simplest["entity"] = q["entity"];
    simplest["incl"] = {{program_["components"].begin().key(), "_"}};
    if (q != simplest && with(q, simplest)) return true;
    for (std::size_t k = 0; k < q.size(); ++k)
      if (with(q, without(q, k, k + 1))) return true;
    if (q.contains("entity") && q["entity"].is_object() && term(q["entity"]["is"])) return true;
    for (const char* kind : {"incl", "excl", "anyway"})
      if (q.contains(kind) && without_members(q[kind], 1)) return true;
    for (const char* kind : {"incl", "anyway"})
      if (q.contains(kind))
        for (auto& x : q[kind])
          if (x != "_" && with(x, "_")) return true;
    return q.contains("any") && alternatives(q["any"]);
  }
  bool alternatives(ordered_json& any) {
    if (without_members(any, 2)) return true;
    return std::any_of(any.begin(), any.end(), [&](ordered_json& alternative) { return query(alternative); });
  }

  bool mutation(ordered_json& m) {
    if (m.is_array()) {
      if (m.size() == 1 && with(m, m[0])) return true;
      if (without_members(m, 0)) return true;
      return std::any_of(m.begin(), m.end(), [&](ordered_json& part) { return mutation(part); });
    }
    if (with(m, ordered_json::array())) return true;
    if (m.is_string()) return false;  // a C++ function
    if (m.contains("destroy")) return term(m["destroy"]);
    return construct(m, *shape(m.begin().key()), &Reductions::mutation);
  }
  /// Replaces a mutation or a term by one of its branches, leaves out the last one, or makes them smaller.
  bool construct(ordered_json& whole, const Shape& shape, bool (Reductions::*branch)(ordered_json&)) {
    ordered_json& parts = *whole.begin();
    for (const std::size_t k : shape.branches)
      if (k < parts.size() && with(whole, parts[k])) return true;
    if (parts.size() > 2 && with(parts, without(parts, parts.size() - 1, parts.size()))) return true;
    for (const std::size_t k : shape.terms)
      if (k < parts.size() && term(parts[k])) return true;
    for (const std::size_t k : shape.branches)
      if (k < parts.size() && (this->*branch)(parts[k])) return true;
    return false;
  }

  bool term(ordered_json& t) {
    if (!t.is_string() && !t.is_object()) return literal(t);
    if (t.contains("text")) return text(t["text"]);
    if (t.contains("entity")) return reference(t["entity"]);
    if (t.contains("record")) return terms(t["record"]);
    if (t.contains("list")) return without_members(t["list"], 0) || terms(t["list"]);
    for (const ordered_json& trivial :
         {ordered_json(0), ordered_json(false), ordered_json(true), ordered_json({{"text", ""}})})
      if (with(t, trivial)) return true;
    if (t.is_string() || t.contains("present")) return false;
    if (const Shape* known = shape(t.begin().key())) return construct(t, *known, &Reductions::term);
    ordered_json& operands = *t.begin();
    if (!operands.is_array()) return with(t, operands) || term(operands);
    for (const auto& operand : operands)
      if (with(t, operand)) return true;
    return without_members(operands, 2) || terms(operands);
  }
  bool terms(ordered_json& all) {
    return std::any_of(all.begin(), all.end(), [&](ordered_json& t) { return term(t); });
  }

  ordered_json program_;
  const std::function<bool(const ordered_json&)>& accept_;
};

std::optional<Program> if_it_loads(const ordered_json& document) {
  auto result = load_tree(document);
  if (Program* program = std::get_if<Program>(&result)) return std::move(*program);
  return std::nullopt;
}

}  // namespace

bool reductions(const ordered_json& program, Reducible what, const std::function<bool(const ordered_json&)>& accept) {
  return Reductions(program, accept).of(what);
}

ordered_json reduce(ordered_json program, Reducible what,
                    const std::function<bool(const ordered_json&, const Program&)>& still_fails) {
  // After a step, those that come next are likelier to succeed than those that failed before.
  progress::Task programs("smaller program");
  for (std::size_t tried = 0; !interrupt::requested();) {
    std::size_t position = 0;
    std::optional<ordered_json> smaller;
    reductions(program, what, [&](const ordered_json& candidate) {
      if (position++ < tried || interrupt::requested()) return false;
      const std::optional<Program> candidate_loaded = if_it_loads(candidate);
      if (!candidate_loaded) return false;
      programs.next();
      bool fails = false;
      (void)cut_short([&] { fails = still_fails(candidate, *candidate_loaded); });
      if (!fails) return false;
      smaller = candidate;
      return true;
    });
    if (!smaller && tried == 0) return program;
    tried = smaller ? position - 1 : 0;
    if (smaller) program = std::move(*smaller);
  }
  return program;
}

}  // namespace coreecs
