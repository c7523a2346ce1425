#include "interp/oracle/failure_shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "interp/base/json/reading.hpp"

namespace coreecs {

namespace {

using Tree = nlohmann::ordered_json;

class ShapeOf {
 public:
  explicit ShapeOf(const Tree& program) : program_(program) {}

  std::string operator()() {
    std::string out = schedule(*program_["schedules"].begin());
    if (const auto frames = program_.value("frames", std::uint64_t{1}); frames > 1)
      out += fmt::format(" in {} frames", frames);
    for (std::size_t k = 0; k < systems_.size(); ++k)
      out += fmt::format("; {}: {}", k + 1, system(program_["systems"][systems_[k]]));
    note_ints(program_);
    if (!bits_.empty()) out += fmt::format("; integers of {} bits", *bits_.rbegin());
    if (program_["components"].size() > 5) out += fmt::format("; {} components", program_["components"].size());
    return out;
  }

 private:
  std::string schedule(const Tree& z) {
    const std::string& form = z.begin().key();
    if (z.begin()->is_string()) {
      const std::string& s = z.begin()->get_ref<const std::string&>();
      if (form == "use") return schedule(program_["schedules"][s]);
      const auto at = std::find(systems_.begin(), systems_.end(), s);
      const auto number = at - systems_.begin() + 1;
      if (at == systems_.end()) systems_.push_back(s);
      return fmt::format("{} {}", form, number);
    }
    std::vector<std::string> sides;
    for (const Tree& side : *z.begin()) sides.push_back(schedule(side));
    return fmt::format("{}({})", form, fmt::join(sides, ", "));
  }

  std::string system(const Tree& s) {
    std::vector<std::string> queries;
    for (const Tree& q : s["match"]) {
      std::vector<std::string> constraints;
      for (const char* kind : {"incl", "excl", "anyway"})
        if (q.contains(kind))
          for (const auto& [key, x] : q[kind].items())
            constraints.push_back(fmt::format("{} {}", kind, type(q[kind].is_array() ? x.get<std::string>() : key)));
      queries.push_back(fmt::format("{}", fmt::join(constraints, ", ")));
    }
    const std::string does = mutation(s["do"]);
    return fmt::format("{}{}", fmt::join(queries, " and "), does.empty() ? "" : ", do " + does);
  }

  std::string type(const std::string& component) {
    const Tree& type = program_["components"][component];
    return type.is_string() ? type.get<std::string>() : type.contains("list") ? "list" : "record";
  }

  std::string mutation(const Tree& m) {
    std::vector<std::string> parts;
    if (m.is_array()) {
      for (const Tree& part : m)
        if (std::string one = mutation(part); !one.empty()) parts.push_back(std::move(one));
      return fmt::format("{}", fmt::join(parts, ", "));
    }
    if (!m.is_object()) return "";
    const std::string& verb = m.begin().key();
    if (verb == "attach" || verb == "detach") return verb + " " + type((*m.begin())[0].get<std::string>());
    if (verb == "destroy") return verb;
    for (const Tree& part : *m.begin())
      if (part.is_structured())
        if (std::string one = mutation(part); !one.empty()) parts.push_back(std::move(one));
    return verb == "new" ? fmt::format("new({})", fmt::join(parts, ", ")) : fmt::format("{}", fmt::join(parts, ", "));
  }

  void note_ints(const Tree& json) {
    if (json.is_structured())
      for (const Tree& part : json) note_ints(part);
    if (!json.is_number_integer()) return;
    const std::int64_t n = json.get<std::int64_t>();
    for (const int bits : {8, 16, 32, 53})  // as small types have
      if (const std::int64_t most = std::int64_t{1} << (bits - 1); n >= most || n < -most) bits_.insert(bits + 1);
  }

  const Tree& program_;
  std::vector<std::string> systems_;  // in the order of the schedule
  std::set<int> bits_;
};

}  // namespace

std::string failure_shape(const Tree& program, Level level, const std::optional<EngineFailure::Kind>& failure) {
  using Kind = EngineFailure::Kind;
  const char* how = !failure                     ? ""
                    : *failure == Kind::Illegal  ? ", illegal"
                    : *failure == Kind::Crashed  ? ", ends"
                    : *failure == Kind::Silent   ? ", silent"
                    : *failure == Kind::Garbled  ? ", garbled"
                    : *failure == Kind::Internal ? ", internal"
                                                 : ", unexpected";
  return fmt::format("{}{}: {}", name(level), how, ShapeOf(program)());
}

std::variant<std::map<std::string, std::string>, std::vector<Problem>> read_known(std::string_view text) {
  Problems problems;
  const Document document(text, problems);
  std::map<std::string, std::string> known;
  const auto text_of = [&](const Place& place, const Json::Object& of, std::string_view key) -> std::string {
    const Json::Member* member = find(of, key);
    if (!member) return "";
    if (const auto* found = member->value.as<std::string_view>()) return std::string(*found);
    expected(problems, place.member(key, static_cast<std::size_t>(member - of.begin())), member->value, "text");
    return "";
  };
  const Json::Object* all = document.root() ? object(problems, {}, *document.root()) : nullptr;
  if (all) {
    check_keys(problems, {}, *all, {"known"}, {});
    const Json::Member* member = find(*all, "known");
    const Place root, here = root.member("known", 0);
    const Json::List* failures = member ? list(problems, here, member->value, "failures", 0) : nullptr;
    for (std::size_t k = 0; failures && k < failures->size(); ++k) {
      const Place at = here.element(k);
      const Json::Object* one = object(problems, at, (*failures)[k]);
      if (!one) continue;
      check_keys(problems, at, *one, {"shape", "note"}, {});
      known[text_of(at, *one, "shape")] = text_of(at, *one, "note");
    }
  }
  if (problems.empty()) return known;
  return std::move(problems).in_order(text);
}

}  // namespace coreecs
