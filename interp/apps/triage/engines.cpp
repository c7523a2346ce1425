#include "interp/apps/triage/engines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "interp/apps/order/composition.hpp"
#include "interp/base/json/escape.hpp"
#include "semantics/base/deep.hpp"

namespace coreecs::triage {

namespace {

using Kind = Composition::Kind;

/// Systems, each with its direct predecessors.
struct Listed {
  std::vector<std::string> names;
  std::vector<std::size_t> in_order;
  std::vector<std::vector<std::string>> after;

  Listed(const app::App& app, const Dag& order)
      : names(app::last_names(app)), in_order(order.in_order().begin(), order.in_order().end()), after(order.size()) {
    for (const Edge& edge : order.reduction()) after[edge.after].push_back(names[edge.before]);
  }

  [[nodiscard]] std::string quoted_after(std::size_t x) const {
    std::string out;
    for (const std::string& name : after[x]) out += fmt::format("{}\"{}\"", out.empty() ? "" : ", ", name);
    return out;
  }
};

/// Writes an order as tuples and chains of bevy_ecs.
class Tuples {
 public:
  Tuples(const app::App& app, const Dag& order) : app_(app), order_(order), names_(app::last_names(app)) {}

  std::string operator()(std::size_t margin) const {
    return order_.size() == 0 ? "()" : written(composition(order_), margin);
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
      all[edge.after] += fmt::format(".after({})", names_[part.elements[edge.before]]);
    return tuple(std::move(all), "", margin);
  }
  [[nodiscard]] std::vector<std::string> parts_of(const Composition& whole, std::size_t margin) const {
    std::vector<std::string> all;
    for (const Composition& part : whole.parts) all.push_back(deep([&] { return written(part, margin); }));
    return all;
  }
  [[nodiscard]] std::string system(std::size_t x) const {
    std::string out = names_[x];
    for (const std::string& condition : app_.systems[x].configuration.run_if)
      out += fmt::format(".run_if({})", coreecs::on_one_line(condition));
    return out;
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

  const app::App& app_;
  const Dag& order_;
  std::vector<std::string> names_;
};

std::string for_bevy(const app::App& app, const Dag& order) {
  return fmt::format("app.add_systems(Update, {});\n", Tuples(app, order)(0));
}

std::string for_specs(const app::App& app, const Dag& order) {
  const Listed all(app, order);
  std::string out = "DispatcherBuilder::new()\n";
  for (const std::size_t x : all.in_order)
    out += fmt::format("    .with({0}, \"{0}\", &[{1}])\n", all.names[x], all.quoted_after(x));
  return out + "    .build()\n";
}

std::string for_yaks(const app::App& app, const Dag& order) {
  const Listed all(app, order);
  std::string out = "Executor::builder()\n";
  for (const std::size_t x : all.in_order) {
    const std::string& name = all.names[x];
    const bool awaited = !order.said().after(x).empty();
    if (all.after[x].empty())
      out += awaited ? fmt::format("    .system_with_handle({0}, \"{0}\")\n", name)
                     : fmt::format("    .system({})\n", name);
    else if (awaited)
      out += fmt::format("    .system_with_handle_and_deps({0}, \"{0}\", vec![{1}])\n", name, all.quoted_after(x));
    else
      out += fmt::format("    .system_with_deps({}, vec![{}])\n", name, all.quoted_after(x));
  }
  return out + "    .build()\n";
}

std::string for_flecs(const app::App& app, const Dag& order) {
  const Listed all(app, order);
  std::string out;
  for (const std::size_t x : all.in_order)
    out += fmt::format("world.system(\"{0}\").kind(flecs::OnUpdate){1}.run({0});\n", all.names[x],
                       app.systems[x].exclusive ? ".immediate()" : "");
  return out;
}

std::string for_unity(const app::App& app, const Dag& order) {
  const Listed all(app, order);
  std::string out;
  for (const std::size_t x : all.in_order) {
    for (const std::string& name : all.after[x]) out += fmt::format("[UpdateAfter(typeof({}))]\n", name);
    out += fmt::format("public partial struct {} : ISystem {{ /* ... */ }}\n", all.names[x]);
  }
  return out;
}

std::string for_entt(const app::App& app, const Dag& order) {
  const Listed all(app, order);
  std::string out;
  for (const std::size_t x : all.in_order) out += fmt::format("{}(registry);\n", all.names[x]);
  return out;
}

constexpr std::array all_engines = {
    Engine{"bevy", "tuples, which bevy_ecs runs in any order, with .chain() one after the other, and .after(...)",
           for_bevy},
    Engine{"specs", "a DispatcherBuilder: each system with the names of those that it depends on", for_specs},
    Engine{"yaks", "an ExecutorBuilder with handles and dependencies", for_yaks},
    Engine{"flecs", "systems of one phase, which Flecs runs in the order in which they are declared", for_flecs},
    Engine{"unity", "attributes UpdateAfter, of systems in one group", for_unity},
    Engine{"entt", "calls, since EnTT leaves schedules to its users", for_entt}};

}  // namespace

std::span<const Engine> engines() { return all_engines; }

const Engine* engine(std::string_view name) {
  const auto at =
      std::find_if(all_engines.begin(), all_engines.end(), [&](const Engine& one) { return one.name == name; });
  return at == all_engines.end() ? nullptr : &*at;
}

}  // namespace coreecs::triage
