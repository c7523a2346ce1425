#include "interp/apps/importer/bevy_schedule.hpp"

#include <algorithm>

namespace coreecs::importer {

namespace {

using app::Node;
using Kind = app::Component::Kind;
using Value = AnswerValue;

class AnsweredSchedule {
 public:
  AnsweredSchedule(Problems& problems, Assembly& assembly, const BevyFrame& frame, std::string name)
      : problems_(problems), assembly_(assembly), frame_(frame), name_(std::move(name)) {}

  Answered read(const AnswerValue& all) && {
    all.member("components", [&](const Value& v) { components(v); });
    all.member("systems", [&](const Value& v) { v.each([&](const Value& one) { system(one); }); });
    all.member("system_sets", [&](const Value& v) { v.each([&](const Value& one) { set(one); }); });
    all.member("hierarchy", [&](const Value& v) { v.each([&](const Value& one) { contained(one); }); });
    nodes_of_sets();
    all.member("dependency", [&](const Value& v) { v.each([&](const Value& one) { dependency(one); }); });
    all.member("conflicts", [&](const Value& v) { v.each([&](const Value& one) { conflict(one); }); });
    put_in_frame();
    return {systems_.size(), deferring_};
  }

 private:
  static constexpr std::string_view type_set = "SystemTypeSet:";

  // A resource requires IsResource.
  void components(const Value& all) {
    std::vector<std::set<std::size_t>> required;
    const auto* list = all.json().as<Json::List>();
    const std::size_t n = list ? list->size() : 0;
    all.each([&](const Value& one) {
      one.member("name", [&](const Value& v) { names_.push_back(v.text()); });
      required.emplace_back();
      one.optional("required", [&](const Value& v) { required.back() = v.indices(n); });
    });
    names_.resize(n);
    const auto marker = std::find_if(names_.begin(), names_.end(), [](const std::string& name) {
      return name.substr(name.rfind(':') + 1) == "IsResource";
    });
    marker_ = static_cast<std::size_t>(marker - names_.begin());
    for (std::size_t k = 0; k < n; ++k)
      is_resource_.push_back(required[k].count(marker_) > 0 || event_of(names_[k]).has_value());
  }
  std::size_t label(std::size_t component) {
    return assembly_.bevy_label(names_[component], is_resource_[component] ? Kind::Resource : Kind::Component);
  }
  app::Labels labels(const std::set<std::size_t>& components) {
    app::Labels out;
    for (const std::size_t one : components) out.push_back(label(one));
    return out;
  }

  void system(const Value& one) {
    std::string name;
    bool is_sync = false, exclusive = false, deferred = false;
    one.member("name", [&](const Value& v) { name = v.text(); });
    one.member("apply_deferred", [&](const Value& v) { is_sync = v.truth(); });
    one.member("exclusive", [&](const Value& v) { exclusive = v.truth(); });
    one.member("deferred", [&](const Value& v) { deferred = v.truth(); });
    if (const auto block = frame_.block(); block && exclusive && is_loop(name)) {
      systems_.push_back({Node::Kind::Set, *block});
      return;
    }
    if (is_sync) {  // order passes through a set without systems, as it passes through this
      systems_.push_back({Node::Kind::Set, assembly_.add_set(name, {})});
      return;
    }
    const std::size_t number = assembly_.add_system(name);
    systems_.push_back({Node::Kind::System, number});
    const auto self = [&]() -> app::System& { return assembly_.app().systems[number]; };
    self().exclusive = exclusive;
    self().access_known = exclusive || one.has("filtered_accesses");
    if (deferred && !exclusive) {
      self().commands.spawn.emplace_back();
      ++deferring_;
    }
    if (!exclusive)
      one.optional("filtered_accesses",
                   [&](const Value& v) { v.each([&](const Value& each) { access(number, each); }); });
  }

  /// Whether this system performs the fixed steps, which stand in its place.
  static bool is_loop(const std::string& path) { return path.substr(path.rfind(':') + 1) == "run_fixed_main_schedule"; }

  void access(std::size_t number, const Value& one) {
    std::set<std::size_t> reads, writes;
    one.member("access", [&](const Value& v) {
      const auto read = [&](std::string_view key, std::string_view inverted, std::set<std::size_t>& into) {
        v.member(key, [&](const Value& list) { into = list.indices(names_.size()); });
        v.member(inverted, [&](const Value& is) {
          if (is.truth())
            for (std::size_t k = 0; k < names_.size(); ++k)
              if (!into.insert(k).second) into.erase(k);
        });
      };
      read("reads", "reads_inverted", reads);
      read("writes", "writes_inverted", writes);
    });
    for (const std::size_t k : writes) reads.erase(k);
    std::set<std::size_t> resource_reads, resource_writes;
    const auto split = [&](std::set<std::size_t>& from, std::set<std::size_t>& to) {
      std::erase_if(from, [&](std::size_t k) { return is_resource_[k] && to.insert(k).second; });
    };
    split(reads, resource_reads);
    split(writes, resource_writes);
    app::System& system = assembly_.app().systems[number];
    for (const std::size_t k : resource_writes)
      if (event_of(names_[k]))
        add(system.events.sends, label(k));
      else
        add(system.writes, label(k), &system.reads);
    for (const std::size_t k : resource_reads)
      if (event_of(names_[k]))
        add(system.events.reads, label(k));
      else if (std::find(system.writes.begin(), system.writes.end(), label(k)) == system.writes.end())
        add(system.reads, label(k));
    one.member("filter_sets",
               [&](const Value& v) { v.each([&](const Value& each) { query(number, reads, writes, each); }); });
  }
  static void add(app::Labels& to, std::size_t label, app::Labels* from = nullptr) {
    if (std::find(to.begin(), to.end(), label) == to.end()) to.push_back(label);
    if (from) std::erase(*from, label);
  }

  /// One alternative of a filter is one query. Those that no entity can match are none.
  void query(std::size_t number, const std::set<std::size_t>& reads, const std::set<std::size_t>& writes,
             const Value& one) {
    std::set<std::size_t> with, without, optional;
    one.member("with", [&](const Value& v) { with = v.indices(names_.size()); });
    one.member("without", [&](const Value& v) { without = v.indices(names_.size()); });
    for (const std::set<std::size_t>* all : {&reads, &writes})
      for (const std::size_t k : *all)
        if (with.erase(k) == 0) optional.insert(k);
    const auto is_of_resources = [&](std::size_t k) { return k == marker_ || is_resource_[k]; };
    if (reads.empty() && writes.empty() && std::all_of(with.begin(), with.end(), is_of_resources)) return;
    if (std::any_of(without.begin(), without.end(), [&](std::size_t k) { return with.count(k) > 0; })) return;
    assembly_.app().systems[number].queries.push_back(
        {labels(reads), labels(writes), labels(optional), {labels(with), labels(without)}});
  }

  /// A system, or a set by its index in the document.
  struct Member {
    bool is_set;
    std::size_t index;
  };
  struct Set {
    std::string name;
    std::vector<std::string> run_if;
    std::vector<Member> members;
    std::optional<Node> node = {};
  };

  void set(const Value& one) {
    sets_.emplace_back();
    one.member("name", [&](const Value& v) { sets_.back().name = v.text(); });
    one.member("conditions", [&](const Value& v) {
      v.each([&](const Value& condition) {
        condition.member("name", [&](const Value& text) { sets_.back().run_if.push_back(text.text()); });
      });
    });
  }

  void contained(const Value& one) {
    std::optional<std::size_t> parent;
    std::optional<Member> child;
    two(
        one, [&](const Value& v) { parent = v.index(sets_.size()); }, [&](const Value& v) { child = member(v); });
    if (parent && child) sets_[*parent].members.push_back(*child);
  }

  /// Each system is in the set of its type. Where it is the only one, the set stands for the system. Without systems,
  /// the set only counts where order mentions it.
  void nodes_of_sets() {
    for (Set& one : sets_) {
      const bool is_type = one.name.substr(0, type_set.size()) == type_set && one.run_if.empty();
      if (!is_type || one.members.size() > 1)
        node_of(one);
      else if (one.members.size() == 1 && !one.members[0].is_set)
        one.node = systems_[one.members[0].index];
    }
    for (const Set& one : sets_) {
      if (!one.node || (one.members.size() == 1 && one.name.substr(0, type_set.size()) == type_set)) continue;
      for (const Member& member : one.members) assembly_.of(node(member)).in.push_back(one.node->position);
    }
  }
  Node node_of(Set& one) {
    if (!one.node) {
      one.node = Node{Node::Kind::Set, assembly_.add_set(one.name, {})};
      assembly_.of(*one.node).run_if = one.run_if;
    }
    return *one.node;
  }
  Node node(const Member& one) { return one.is_set ? node_of(sets_[one.index]) : systems_[one.index]; }

  void dependency(const Value& one) {
    std::optional<Member> first, second;
    two(
        one, [&](const Value& v) { first = member(v); }, [&](const Value& v) { second = member(v); });
    if (!first || !second) return;
    const Node from = node(*first), to = node(*second);
    std::vector<Node>& before = assembly_.of(from).before;
    if (std::find(before.begin(), before.end(), to) == before.end()) before.push_back(to);
  }

  void conflict(const Value& one) {
    std::optional<std::size_t> a, b;
    one.member("system_1", [&](const Value& v) { a = v.index(systems_.size()); });
    one.member("system_2", [&](const Value& v) { b = v.index(systems_.size()); });
    app::Labels on;
    one.member("conflicting_access", [&](const Value& v) {
      if (const auto* world = v.json().as<std::string_view>(); world && *world == "World") return;
      v.member("Components", [&](const Value& list) { on = labels(list.indices(names_.size())); });
    });
    if (!a || !b || *a == *b) return;
    const Node first = systems_[*a], second = systems_[*b];
    if (first.kind == Node::Kind::System && second.kind == Node::Kind::System)
      assembly_.conflict(first.position, second.position, std::move(on));
  }

  template <class First, class Second>
  void two(const Value& one, const First& first, const Second& second) {
    if (!list(problems_, one.place(), one.json(), "two indices", 2, 2)) return;
    std::size_t k = 0;
    one.each([&](const Value& v) { k++ == 0 ? first(v) : second(v); });
  }
  // { "System": 3 } or { "SystemSet": 1 }
  std::optional<Member> member(const Value& one) {
    std::optional<Member> out;
    const bool is_set = one.has("SystemSet");
    one.member(is_set ? "SystemSet" : "System", [&](const Value& v) {
      if (const auto k = v.index(is_set ? sets_.size() : systems_.size())) out = Member{is_set, *k};
    });
    return out;
  }

  /// What is in no set of the schedule is in the schedule itself.
  void put_in_frame() {
    const auto schedule = frame_.set(name_);
    if (!schedule) return;
    const auto put = [&](const Node& node) {
      if (node == Node{Node::Kind::Set, *schedule}) return;
      if (std::vector<std::size_t>& in = assembly_.of(node).in; in.empty()) in.push_back(*schedule);
    };
    for (const Node& one : systems_) put(one);
    for (const Set& one : sets_)
      if (one.node) put(*one.node);
  }

  Problems& problems_;
  Assembly& assembly_;
  const BevyFrame& frame_;
  std::string name_;
  std::vector<std::string> names_;  // of components
  std::vector<bool> is_resource_;
  std::size_t marker_ = 0, deferring_ = 0;
  std::vector<Node> systems_;
  std::vector<Set> sets_;
};

}  // namespace

Answered add_schedule(Problems& problems, const AnswerValue& answer, Assembly& assembly, const BevyFrame& frame,
                      const std::string& schedule) {
  return AnsweredSchedule(problems, assembly, frame, schedule).read(answer);
}

}  // namespace coreecs::importer
