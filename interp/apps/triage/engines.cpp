#include "interp/apps/triage/engines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "interp/apps/order/composition.hpp"
#include "interp/apps/triage/engine_blocks.hpp"
#include "interp/apps/triage/engine_changes.hpp"
#include "interp/base/json/escape.hpp"
#include "semantics/base/deep.hpp"

namespace coreecs::triage {

namespace {

using Kind = Composition::Kind;

/// What a system is called in the code of its project, and in texts that must differ for each system.
struct Called {
  std::string function;  ///< the last part of its path, or the whole path if another path ends so
  std::size_t use = 1;   ///< which use of the function this is, and how many there are
  std::size_t uses = 1;

  /// "doom", or "doom #2" for the second of two uses.
  [[nodiscard]] std::string label() const { return use == 1 ? function : fmt::format("{} #{}", function, use); }
  /// "doom", or "doom_2", with letters, digits and underscores only.
  [[nodiscard]] std::string identifier() const {
    std::string out;
    for (const char c : use == 1 ? function : fmt::format("{}_{}", function, use))
      out += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
    return out;
  }
};

/// The path of a system without the number of a further use: "game::doom #2".
std::string path_of(const std::string& name) {
  const std::size_t at = name.rfind(" #");
  const bool numbered = at != std::string::npos && at + 2 < name.size() &&
                        name.find_first_not_of("0123456789", at + 2) == std::string::npos;
  return numbered ? name.substr(0, at) : name;
}

std::vector<Called> called(const app::App& app) {
  app::App paths;  // each path once
  std::map<std::string, std::size_t> position, uses;
  for (const app::System& one : app.systems)
    if (const std::string path = path_of(one.name); position.emplace(path, paths.systems.size()).second)
      paths.systems.push_back({path});
  const std::vector<std::string> functions = app::last_names(paths);
  std::vector<Called> out;
  for (const app::System& one : app.systems) {
    const std::string path = path_of(one.name);
    out.push_back({functions[position[path]], ++uses[path]});
  }
  for (std::size_t k = 0; k < out.size(); ++k) out[k].uses = uses[path_of(app.systems[k].name)];
  return out;
}

std::vector<std::string> labels(const std::vector<Called>& names) {
  std::vector<std::string> all;
  all.reserve(names.size());
  for (const Called& one : names) all.push_back(one.label());
  return all;
}

/// Systems, each with its direct predecessors.
struct Listed {
  std::vector<Called> names;
  std::vector<std::size_t> in_order;
  std::vector<std::vector<std::size_t>> after;

  Listed(const app::App& app, const Dag& order)
      : names(called(app)), in_order(order.in_order().begin(), order.in_order().end()), after(order.size()) {
    for (const Edge& edge : order.reduction()) after[edge.after].push_back(edge.before);
  }

  [[nodiscard]] std::string quoted_after(std::size_t x) const {
    std::vector<std::string> all;
    for (const std::size_t one : after[x]) all.push_back('"' + names[one].label() + '"');
    return fmt::format("{}", fmt::join(all, ", "));
  }
};

/// Comments that say which run conditions, questions about changes, and events the code of an engine does not have.
std::string left_out(const app::App& app) {
  const std::vector<Called> names = called(app);
  std::string out;
  for (const app::ConditionUse& use : app::run_conditions(app)) {
    std::vector<std::string> controlled;
    for (const std::size_t s : use.systems) controlled.push_back(names[s].label());
    out += coreecs::on_one_line(fmt::format("// Left out: {} run{} only if {}", fmt::join(controlled, ", "),
                                            controlled.size() == 1 ? "s" : "", use.name)) +
           "\n";
  }
  return out + left_out_beyond_state(app, labels(names));
}

/// Writes run conditions as conditions of bevy_ecs.
class BevyConditions {
 public:
  explicit BevyConditions(const app::App& app) : app_(app) {}

  /// A name is that of a function of the project, or a call.
  std::string written(const std::string& name) {
    const auto at = std::find_if(app_.conditions.begin(), app_.conditions.end(),
                                 [&](const app::NamedCondition& one) { return one.name == name; });
    const bool only_named = at == app_.conditions.end() || at->defined || at->json.empty();
    return coreecs::on_one_line(only_named ? name : of(at->is));
  }
  /// Comments that say which functions the project needs.
  [[nodiscard]] const std::string& needed() const { return needed_; }

 private:
  using Form = app::RunCondition::Form;

  std::string of(const app::RunCondition& b) {
    const auto joined = [&](const char* by) {
      std::string all = of(b.parts.front());
      for (std::size_t k = 1; k < b.parts.size(); ++k) all += fmt::format(".{}({})", by, of(b.parts[k]));
      return all;
    };
    const auto name = [&] { return app_.components[b.label].name; };
    switch (b.form) {
      case Form::Unknown:
        return b.text;
      case Form::Is:
        return b.text.front() == '"'
                   ? fmt::format("in_state({}::{})", name(), std::string_view(b.text).substr(1, b.text.size() - 2))
                   : fmt::format("resource_equals({}({}))", name(), b.text);
      case Form::Not:
        return fmt::format("not({})", of(b.parts.front()));
      case Form::And:
        return joined("and");
      case Form::Or:
        return joined("or");
      case Form::Match:
        return b.reads.empty() ? function("holds if there is a match of " + b.text)
                               : fmt::format("on_event::<{}>", name());
      case Form::Reads:
        break;
    }
    std::vector<std::string> reads;
    for (const std::size_t i : b.reads) reads.push_back(app_.components[i].name);
    return function(fmt::format("reads {}", fmt::join(reads, ", ")));
  }
  /// A function that the project has to define.
  std::string function(const std::string& what) {
    auto at = std::find(functions_.begin(), functions_.end(), what);
    std::string name = fmt::format("condition_{}", at - functions_.begin() + 1);
    if (at == functions_.end()) {
      functions_.push_back(what);
      needed_ += coreecs::on_one_line(fmt::format("// To write: a run condition {}, which {}", name, what)) + "\n";
    }
    return name;
  }

  const app::App& app_;
  std::vector<std::string> functions_;
  std::string needed_;
};

/// Writes an order as tuples and chains of bevy_ecs.
class Tuples {
 public:
  /// For a schedule of this label.
  Tuples(const app::App& app, const Dag& order, std::string label = "Update")
      : order_(order), label_(std::move(label)), names_(called(app)), targets_(order.size()), suffixes_(order.size()) {
    BevyConditions conditions(app);
    const auto runs_if = [&](const app::Configuration& configuration) {
      std::string all;
      for (const std::string& one : configuration.run_if) all += fmt::format(".run_if({})", conditions.written(one));
      return all;
    };
    const std::vector<std::vector<std::size_t>> systems = app::members(app);
    for (std::size_t k = 0; k < app.sets.size(); ++k) {
      if (app.sets[k].configuration.run_if.empty() || systems[k].empty()) continue;
      const std::string set = coreecs::on_one_line(app.sets[k].name);
      sets_ += fmt::format("app.configure_sets({}, {}{});\n", label_, set, runs_if(app.sets[k].configuration));
      for (const std::size_t x : systems[k]) suffixes_[x] += fmt::format(".in_set({})", set);
    }
    for (std::size_t x = 0; x < order.size(); ++x) suffixes_[x] += runs_if(app.systems[x].configuration);
    sets_ = conditions.needed() + parameters(app, labels(names_)) + sets_;
  }

  /// The tuples, and before them the sets that they need, with their run conditions.
  std::string operator()() {
    if (order_.size() > 0) {
      const Composition whole = composition(order_);
      find_targets(whole);
      const std::string tuples = written(whole, 0);
      const bool any = std::find(targets_.begin(), targets_.end(), true) != targets_.end();
      return (any ? "#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]\nstruct Use(&'static str, usize);\n"
                  : "") +
             sets_ + fmt::format("app.add_systems({}, {});\n", label_, tuples);
    }
    return fmt::format("app.add_systems({}, ());\n", label_);
  }

 private:
  static constexpr std::size_t most_in_a_tuple = 20, columns = 100;

  [[nodiscard]] std::string written(const Composition& part, std::size_t margin) const {
    switch (part.kind) {
      case Kind::Element:
        return system(part.elements.front());
      case Kind::Series:
        return tuple(parts_of(part, margin + 2), ".chain()", margin);
      case Kind::Parallel:
        return tuple(parts_of(part, margin + 2), "", margin);
      case Kind::Prime:
        break;
    }
    const Dag among = order_.among(part.elements);
    std::vector<std::string> all;
    for (const std::size_t x : part.elements) all.push_back(system(x));
    for (const Edge& edge : among.reduction())
      all[edge.after] += fmt::format(".after({})", target(part.elements[edge.before]));
    return tuple(std::move(all), "", margin);
  }
  [[nodiscard]] std::vector<std::string> parts_of(const Composition& whole, std::size_t margin) const {
    std::vector<std::string> all;
    for (const Composition& part : whole.parts) all.push_back(deep([&] { return written(part, margin); }));
    return all;
  }
  /// Bevy refuses an order against a function that is used several times, so that such a use is in a set of its own.
  void find_targets(const Composition& part) {
    for (const Composition& one : part.parts) deep([&] { find_targets(one); });
    if (part.kind != Kind::Prime) return;
    for (const Edge& edge : order_.among(part.elements).reduction())
      targets_[part.elements[edge.before]] = names_[part.elements[edge.before]].uses > 1;
  }
  [[nodiscard]] std::string target(std::size_t x) const {
    return targets_[x] ? fmt::format("Use(\"{}\", {})", names_[x].function, names_[x].use) : function(x);
  }
  /// A function with type arguments needs :: before them.
  [[nodiscard]] std::string function(std::size_t x) const {
    std::string out = names_[x].function;
    if (const std::size_t at = out.find('<'); at != std::string::npos && at > 0) out.insert(at, "::");
    return out;
  }
  [[nodiscard]] std::string system(std::size_t x) const {
    std::string out = function(x);
    if (targets_[x]) out += fmt::format(".in_set({})", target(x));
    return out + suffixes_[x];
  }

  /// "(a, b).chain()"; more than a tuple can hold become nested tuples.
  static std::string tuple(std::vector<std::string> all, const std::string& then, std::size_t margin) {
    while (all.size() > most_in_a_tuple) {
      std::vector<std::string> larger;
      for (std::size_t from = 0; from < all.size(); from += most_in_a_tuple) {
        const auto begin = all.begin() + static_cast<std::ptrdiff_t>(from);
        const auto end = begin + static_cast<std::ptrdiff_t>(std::min(most_in_a_tuple, all.size() - from));
        larger.push_back(end - begin == 1 ? *begin : laid_out({begin, end}, then, margin + 2));
      }
      all = std::move(larger);
    }
    return laid_out(all, then, margin);
  }
  static std::string laid_out(const std::vector<std::string>& all, const std::string& then, std::size_t margin) {
    std::string line = fmt::format("({}){}", fmt::join(all, ", "), then);
    if (margin + line.size() <= columns && line.find('\n') == std::string::npos) return line;
    std::string out = "(\n";
    for (const std::string& one : all) out += std::string(margin + 2, ' ') + one + ",\n";
    return out + std::string(margin, ' ') + ")" + then;
  }

  const Dag& order_;
  std::string label_;
  std::vector<Called> names_;
  std::vector<bool> targets_;          // systems that are named in .after, and whose function is used several times
  std::vector<std::string> suffixes_;  // of each system: its sets that have run conditions, and its own ones
  std::string sets_;                   // those sets, and comments
};

/// "2 times a frame"
std::string how_often(const app::Repeat& repeat) {
  if (repeat.is_range()) return fmt::format("from {} to {} times a frame", repeat.least, repeat.most);
  if (repeat.number) return "as often as " + coreecs::on_one_line(repeat.json) + " says";
  return fmt::format("{} time{} a frame", repeat.least, repeat.least == 1 ? "" : "s");
}

/// A block is a schedule of its own, which an exclusive system runs.
std::string for_bevy(const app::App& app, const Dag& order) {
  const WithoutBlocks parts = without_blocks(app, order);
  std::string out;
  if (app.keep_events_until)
    out += coreecs::on_one_line(fmt::format(
               "// Left out: only frames in which {} runs drop events; Bevy does so for its own FixedUpdate",
               app.sets[*app.keep_events_until].name)) +
           "\n";
  for (const Subschedule& block : parts.blocks) {
    const bool is_number = !block.repeat.number;
    const std::string number =
        is_number ? fmt::format("{}", block.repeat.least) : fmt::format("rounds_of_{}(world)", block.name);
    if (!is_number)
      out += fmt::format("// To write: fn rounds_of_{}(world: &World) -> usize. {} runs {}\n", block.name, block.name,
                         how_often(block.repeat));
    out += fmt::format(
        "#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]\nstruct {0};\nfn run_{0}(world: &mut World) {{\n"
        "  for _ in 0..{1} {{\n    world.run_schedule({0});\n  }}\n}}\napp.init_schedule({0});\n",
        block.name, number);
    out += Tuples(block.app, block.order, block.name)();
  }
  return out + Tuples(parts.app, parts.order)() + bevy_observers(app);
}

/// Code without blocks, and comments that say which function has to perform each.
template <std::string (*For)(const app::App&, const Dag&)>
std::string with_blocks_named(const app::App& app, const Dag& order) {
  const WithoutBlocks parts = without_blocks(app, order);
  std::string out = left_out_observers(app);
  for (const Subschedule& block : parts.blocks) {
    const Listed listed(block.app, block.order);
    std::vector<std::string> all;
    for (const std::size_t x : listed.in_order) all.push_back(listed.names[x].function);
    out += coreecs::on_one_line(fmt::format("// To write: run_{}, which runs {}, {}, in this order", block.name,
                                            fmt::join(all, ", "), how_often(block.repeat))) +
           "\n" + left_out(block.app);
  }
  return out + For(parts.app, parts.order);
}

std::string for_specs(const app::App& app, const Dag& order) {
  const Listed all(app, order);
  std::string out = left_out(app) + "DispatcherBuilder::new()\n";
  for (const std::size_t x : all.in_order)
    out +=
        fmt::format("    .with({}, \"{}\", &[{}])\n", all.names[x].function, all.names[x].label(), all.quoted_after(x));
  return out + "    .build()\n";
}

std::string for_yaks(const app::App& app, const Dag& order) {
  const Listed all(app, order);
  std::string out = left_out(app) + "Executor::builder()\n";
  for (const std::size_t x : all.in_order) {
    const std::string &name = all.names[x].function, label = all.names[x].label();
    const bool awaited = !order.said().after(x).empty();
    if (all.after[x].empty())
      out += awaited ? fmt::format("    .system_with_handle({}, \"{}\")\n", name, label)
                     : fmt::format("    .system({})\n", name);
    else if (awaited)
      out += fmt::format("    .system_with_handle_and_deps({}, \"{}\", vec![{}])\n", name, label, all.quoted_after(x));
    else
      out += fmt::format("    .system_with_deps({}, vec![{}])\n", name, all.quoted_after(x));
  }
  return out + "    .build()\n";
}

std::string for_flecs(const app::App& app, const Dag& order) {
  const Listed all(app, order);
  std::string out = left_out(app);
  for (const std::size_t x : all.in_order)
    out += fmt::format("world.system(\"{}\").kind(flecs::OnUpdate){}.run({});\n", all.names[x].label(),
                       app.systems[x].exclusive ? ".immediate()" : "", all.names[x].function);
  return out;
}

std::string for_unity(const app::App& app, const Dag& order) {
  const Listed all(app, order);
  std::string out = left_out(app);
  for (const std::size_t x : all.in_order) {
    for (const std::size_t one : all.after[x])
      out += fmt::format("[UpdateAfter(typeof({}))]\n", all.names[one].identifier());
    const Called& name = all.names[x];
    out += fmt::format("public partial struct {} : ISystem {{ /* {} */ }}\n", name.identifier(),
                       name.use == 1 ? "..." : "as " + name.function);
  }
  return out;
}

std::string for_entt(const app::App& app, const Dag& order) {
  const Listed all(app, order);
  std::string out = left_out(app);
  for (const std::size_t x : all.in_order) out += fmt::format("{}(registry);\n", all.names[x].function);
  return out;
}

/// The organizer orders a reader of a type after the last writer before it. So each system writes a type of its own,
/// and those that come right after it read that type.
std::string for_organizer(const app::App& app, const Dag& order) {
  const Listed all(app, order);
  std::string types = left_out(app), out = "entt::organizer organizer;\n";
  std::vector<bool> awaited(order.size());
  for (const auto& after : all.after)
    for (const std::size_t one : after) awaited[one] = true;
  for (const std::size_t x : all.in_order) {
    std::string needs;
    for (const std::size_t one : all.after[x]) needs += fmt::format(", const after_{}", all.names[one].identifier());
    if (awaited[x]) {
      types += fmt::format("struct after_{} {{}};\n", all.names[x].identifier());
      needs += fmt::format(", after_{}", all.names[x].identifier());
    }
    out += fmt::format("organizer.emplace<&{}{}>(\"{}\");\n", all.names[x].function, needs, all.names[x].label());
  }
  return types + out;
}

constexpr std::array all_engines = {
    Engine{"bevy", "tuples, which bevy_ecs runs in any order, with .chain() one after the other, and .after(...)",
           for_bevy},
    Engine{"specs", "a DispatcherBuilder: each system with the names of those that it depends on",
           with_blocks_named<for_specs>},
    Engine{"yaks", "an ExecutorBuilder with handles and dependencies", with_blocks_named<for_yaks>},
    Engine{"flecs", "systems of one phase, which Flecs runs in the order in which they are declared",
           with_blocks_named<for_flecs>},
    Engine{"unity", "attributes UpdateAfter, of systems in one group", with_blocks_named<for_unity>},
    Engine{"entt", "calls, since EnTT leaves schedules to its users", with_blocks_named<for_entt>},
    Engine{"entt-organizer", "an entt::organizer: systems with types that stand for the order",
           with_blocks_named<for_organizer>}};

}  // namespace

std::span<const Engine> engines() { return all_engines; }

const Engine* engine(std::string_view name) {
  const auto at =
      std::find_if(all_engines.begin(), all_engines.end(), [&](const Engine& one) { return one.name == name; });
  return at == all_engines.end() ? nullptr : &*at;
}

}  // namespace coreecs::triage
