#include "interp/apps/app/show.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/apps/app/blocks.hpp"
#include "interp/apps/app/conflicts.hpp"
#include "interp/apps/app/observers.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/order/extensions.hpp"
#include "interp/apps/order/width.hpp"
#include "interp/base/interrupt.hpp"
#include "interp/base/json/writer.hpp"

namespace coreecs::app {

namespace {

const char* word(Conflict::Why why) {
  switch (why) {
    case Conflict::Why::Access:
      return "access";
    case Conflict::Why::Exclusive:
      return "exclusive";
    case Conflict::Why::Listed:
      return "listed";
  }
  return "";
}

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// Writes an app in lines. Its orders keep the systems of a block together; in each round, they come in any of theirs.
class Shown {
 public:
  Shown(const App& app, std::size_t most_ideals)
      : app_(app),
        order_(order(app)),
        allowances_(app),
        orders_(count_extensions(order_, most_ideals, interrupt::poll)),
        ideals_(count_ideals(order_, most_ideals, interrupt::poll)),
        width_(width(order_).antichain.size()) {
    const Blocks blocks(app);
    if (blocks.empty()) return;
    std::vector<Dag> parts = {order_.among(collapsed(app, blocks, order_).systems)};
    for (const Block& block : blocks.all()) parts.push_back(order_.among(block.systems));
    orders_ = {1, 1};
    ideals_ = {0, 0};
    for (const Dag& part : parts) {
      const Bounds orders = count_extensions(part, most_ideals, interrupt::poll);
      const Bounds ideals = count_ideals(part, most_ideals, interrupt::poll);
      orders_.least *= orders.least;
      orders_.most *= orders.most;
      ideals_.least += ideals.least;
      ideals_.most += ideals.most;
    }
  }

  std::string text() {
    std::size_t kinds[3] = {};
    for (const Component& one : app_.components) ++kinds[static_cast<std::size_t>(one.kind)];
    out_ = fmt::format("{}: {}, {}, {}, {}", on_one_line(app_.name), counted(app_.systems.size(), "system"),
                       counted(app_.sets.size(), "set"), counted(kinds[0], "component"), counted(kinds[1], "resource"));
    out_ += kinds[2] == 0 ? "\n" : ", " + counted(kinds[2], "event") + "\n";
    if (app_.keep_events_until)
      out_ += fmt::format("Only frames in which {} runs drop events.\n",
                          on_one_line(app_.sets[*app_.keep_events_until].name));
    if (!app_.about.empty()) out_ += on_one_line(app_.about) + "\n";
    systems();
    observers();
    sets();
    ordered();
    conflicts();
    return std::move(out_);
  }

  std::string json() const {
    return laid_out([&](JsonWriter& out) {
      out.object([&] {
        out.line(0);
        out.member("app", app_.name);
        out.key("systems").list([&] {
          for (const System& one : app_.systems) out.value(one.name);
        });
        if (!app_.observers.empty())
          out.key("observers").list([&] {
            for (const Observer& one : app_.observers) out.value(one.system.name);
          });
        out.key("order").list([&] {
          for (const Edge& edge : order_.reduction()) pair(out, edge.before, edge.after);
        });
        bounds(out.key("orders"), orders_);
        bounds(out.key("ideals"), ideals_);
        out.member("width", width_);
        out.key("conflicts").list([&] {
          out.line(0);
          for (const Conflict& one : declared_conflicts(app_)) write(out, one);
        });
      });
    });
  }

 private:
  [[nodiscard]] std::string name(std::size_t system) const { return on_one_line(app_.systems[system].name); }
  [[nodiscard]] std::string names(const Labels& labels) const {
    std::string out;
    for (const std::size_t label : labels) out += (out.empty() ? "" : ", ") + on_one_line(app_.components[label].name);
    return out;
  }
  /// Adds "reads A, B" to the description of a system.
  void say(std::vector<std::string>& all, const char* what, const Labels& labels) const {
    if (!labels.empty()) all.push_back(std::string(what) + " " + names(labels));
  }

  void systems() {
    out_ += "\nSystems, as they are inserted:\n";
    for (const System& one : app_.systems) {
      out_ += fmt::format("  {}", on_one_line(one.name));
      std::vector<std::string> notes;
      if (one.exclusive) notes.emplace_back("exclusive");
      if (one.thread) notes.push_back("on thread " + on_one_line(*one.thread));
      if (one.stage) notes.push_back("in stage " + on_one_line(app_.stages[*one.stage]));
      for (const std::size_t set : one.configuration.in) notes.push_back("in " + on_one_line(app_.sets[set].name));
      for (const std::string& condition : one.configuration.run_if) notes.push_back("if " + on_one_line(condition));
      if (one.body) notes.emplace_back("with a body");
      if (!notes.empty()) out_ += fmt::format(" ({})", fmt::join(notes, "; "));
      out_ += "\n";
      access(one);
    }
  }

  void observers() {
    if (app_.observers.empty()) return;
    out_ += "\nObservers, which run where a change triggers them:\n";
    for (const Observer& one : app_.observers) {
      std::vector<std::string> notes;
      for (const Trigger::On on : {Trigger::On::Added, Trigger::On::Set, Trigger::On::Removed})
        if (const Labels all = triggers(one, on); !all.empty())
          notes.push_back(fmt::format("on {} {}", app::name(on), names(all)));
      if (one.hook) notes.emplace_back("a hook");
      if (one.system.body) notes.emplace_back("with a body");
      out_ += fmt::format("  {} ({})\n", on_one_line(one.system.name), fmt::join(notes, "; "));
      access(one.system);
    }
  }

  void access(const System& one) {
    const auto line = [&](const char* kind, const std::vector<std::string>& all) {
      if (!all.empty()) out_ += fmt::format("    {}: {}\n", kind, fmt::join(all, "; "));
    };
    if (!one.access_known) line("access", {"not known"});
    for (const Query& query : one.queries) {
      std::vector<std::string> all;
      say(all, "reads", query.reads);
      say(all, "writes", query.writes);
      say(all, "optional", query.optional);
      say(all, "with", query.filter.with);
      say(all, "without", query.filter.without);
      say(all, "added", query.added);
      say(all, "changed", query.changed);
      line("query", all.empty() ? std::vector<std::string>{"all entities"} : all);
    }
    std::vector<std::string> resources, events, commands;
    say(resources, "reads", one.reads);
    say(resources, "writes", one.writes);
    line("resources", resources);
    say(events, "reads", one.events.reads);
    say(events, "sends", one.events.sends);
    line("events", events);
    if (!one.removed.empty()) line("removed", {names(one.removed)});
    say(commands, "insert", one.commands.insert);
    say(commands, "remove", one.commands.remove);
    for (const Labels& spawned : one.commands.spawn) commands.push_back("spawn " + names(spawned));
    for (const Filter& filter : one.commands.destroy) {
      std::vector<std::string> all;
      say(all, "with", filter.with);
      say(all, "without", filter.without);
      commands.push_back(fmt::format("destroy {}", all.empty() ? "any entity" : fmt::to_string(fmt::join(all, " "))));
    }
    line("commands", commands);
  }

  void sets() {
    if (app_.sets.empty()) return;
    out_ += "\nSets:\n";
    const auto all = members(app_);
    for (std::size_t k = 0; k < all.size(); ++k) {
      std::vector<std::string> notes;
      if (app_.sets[k].repeat) notes.push_back(repeated(*app_.sets[k].repeat));
      for (const std::string& condition : app_.sets[k].configuration.run_if)
        notes.push_back("if " + on_one_line(condition));
      out_ += fmt::format("  {}{}:", on_one_line(app_.sets[k].name),
                          notes.empty() ? "" : fmt::format(" ({})", fmt::join(notes, "; ")));
      for (const std::size_t system : all[k]) out_ += (system == all[k].front() ? " " : ", ") + name(system);
      out_ += all[k].empty() ? " no system\n" : "\n";
    }
  }

  /// How often a block runs in a frame.
  [[nodiscard]] std::string repeated(const Repeat& repeat) const {
    if (repeat.is_range()) return fmt::format("a block, {} to {} times a frame", repeat.least, repeat.most);
    if (!repeat.number) return fmt::format("a block, {} a frame", counted(repeat.least, "time"));
    return fmt::format("a block, as often as {} says", on_one_line(repeat.json));
  }

  void ordered() {
    const std::vector<Edge> edges = order_.reduction();
    out_ += edges.empty() ? "\nOrder: none\n" : "\nOrder (without edges that follow from others):\n";
    for (std::size_t k = 0; k < edges.size(); ++k) {
      const bool first = k == 0 || edges[k - 1].before != edges[k].before;
      const bool last = k + 1 == edges.size() || edges[k + 1].before != edges[k].before;
      out_ += first ? fmt::format("  {} before ", name(edges[k].before)) : ", ";
      out_ += name(edges[k].after) + (last ? "\n" : "");
    }
    out_ += fmt::format("Sequential orders: {} (from {} order ideals). {}\n", show(orders_), show(ideals_),
                        width_ > 1 ? fmt::format("At most {} systems are mutually unordered.", width_)
                                   : "No two systems are unordered.");
  }

  void conflicts() {
    const std::vector<Conflict> all = declared_conflicts(app_);
    const auto open = std::count_if(all.begin(), all.end(), [&](const Conflict& one) {
      return order_.concurrent(one.a, one.b) && !allowances_.allows(one);
    });
    out_ += fmt::format("\n{}; {} open (neither ordered nor allowed)\n", counted(all.size(), "conflict"), open);
    for (const Conflict& one : all) {
      const bool turned = order_.less(one.b, one.a);
      out_ += fmt::format(
          "  {} {} {} on {}{}{}\n", name(turned ? one.b : one.a), order_.concurrent(one.a, one.b) ? "and" : "before",
          name(turned ? one.a : one.b), one.on.empty() ? "the world" : names(one.on),
          one.why == Conflict::Why::Listed ? ", as listed" : "", allowances_.allows(one) ? ", allowed" : "");
    }
  }

  /// Numbers as text: they may have any number of digits.
  static void bounds(JsonWriter& out, const Bounds& of) {
    out.object([&] {
      out.member("least", of.least.str());
      out.member("most", of.most.str());
    });
  }
  void pair(JsonWriter& out, std::size_t a, std::size_t b) const {
    out.list([&] {
      out.value(app_.systems[a].name);
      out.value(app_.systems[b].name);
    });
  }
  void write(JsonWriter& out, const Conflict& one) const {
    out.object([&] {
      pair(out.key("systems"), one.a, one.b);
      out.key("on").list([&] {
        for (const std::size_t label : one.on) out.value(app_.components[label].name);
      });
      out.member("why", word(one.why));
      out.member("ordered", !order_.concurrent(one.a, one.b));
      out.member("allowed", allowances_.allows(one));
    });
  }

  const App& app_;
  Dag order_;
  Allowances allowances_;
  Bounds orders_, ideals_;
  std::size_t width_;
  std::string out_;
};

}  // namespace

std::string show(const App& app, std::size_t most_ideals) { return Shown(app, most_ideals).text(); }
std::string json(const App& app, std::size_t most_ideals) { return Shown(app, most_ideals).json(); }

}  // namespace coreecs::app
