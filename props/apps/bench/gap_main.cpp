// Section 5.2 of the Core ECS paper as a measurement: of the invocation pairs that are safe to run concurrently, how
// many do schedulers let overlap? Prints tables in Markdown; with a file name, also writes a plot.
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "interp/base/random.hpp"
#include "interp/fast/pass.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/program/error.hpp"
#include "interp/search/random_program.hpp"
#include "interp/views/picture/picture.hpp"
#include "props/apps/bench/gap.hpp"

namespace coreecs::gap {
namespace {

constexpr std::uint64_t seed = 1;

/// A category of mutations (Table 2), over the component that it queries and the one that it writes.
struct Category {
  const char* name;
  bool owned;                                            ///< it writes what it queries
  enum class Condition { None, Has, HasNot } condition;  ///< e has the component that it writes, or does not
  std::function<Query(Label p, Label v)> q;
  std::function<Mutation(Entity e, Label v, std::int64_t k)> f;
};

Mutation attach(Entity e, Label i, std::int64_t k) { return Attach{i, e, k}; }
Mutation detach(Entity e, Label i, std::int64_t) { return Detach{i, e}; }
Mutation initialize(Entity, Label i, std::int64_t k) {
  return New{[=](Entity e) -> Mutation { return Attach{i, e, k}; }};
}

/// Table 2. Owned ones write what they query: p = v.
std::vector<Category> categories() {
  using Condition = Category::Condition;
  const auto incl = [](Label p, Label) -> Query { return Incl{p}; };
  const auto excl = [](Label p, Label) -> Query { return Excl{p}; };
  const auto anyway = [](Label p, Label) -> Query { return Anyway{p}; };
  return {{"Owned update", true, Condition::None, incl, attach},
          {"Owned insert", true, Condition::None, excl, attach},
          {"Owned initialize", true, Condition::None, anyway, initialize},
          {"Owned delete", true, Condition::None, incl, detach},
          {"Deferred update", false, Condition::Has, anyway, attach},
          {"Deferred insert", false, Condition::HasNot, anyway, attach},
          {"Deferred initialize", false, Condition::None, anyway, initialize},
          {"Deferred delete", false, Condition::Has, anyway, detach}};
}

/// A system of a category, which leaves a value of its own.
System system_of(const Category& category, Label p, Label v, std::int64_t k) {
  System s{category.name, {}, {}, Effects{}};
  s.q.push_back(category.q(p, v));
  s.f = [category, v, k](const Match& r) { return category.f(r.e[0], v, k); };
  s.effects->writes.insert(v);
  return s;
}

bool satisfied(const Category& category, const State& c, Label v, Entity e) {
  if (category.condition == Category::Condition::None) return true;
  return (c.at({e, v}) != nullptr) == (category.condition == Category::Condition::Has);
}

constexpr std::size_t labels = 4, entities = 12, draws = 40, programs = 600;

/// conc(s) ∥ conc(t), s and t of these categories and of random components, at random states; pairs within s only.
Measured of_categories(const Category& a, const Category& b, Random& random) {
  Measured sum;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    State c(labels);
    for (std::size_t e = 0; e < entities; ++e)
      for (Label i = 0; i < labels; ++i)
        if (random.one_in(2)) c = std::move(c).with(i, Entity(e), std::int64_t{7});
    const auto other = [&](Label p) { return static_cast<Label>((p + 1 + random.below(labels - 1)) % labels); };
    const auto p = static_cast<Label>(random.below(labels)), q = static_cast<Label>(random.below(labels));
    const Label v = a.owned ? p : other(p), w = b.owned ? q : other(q);
    const Schedule z = conc(system_of(a, p, v, 0)) || conc(system_of(b, q, w, 1));
    Entities created;
    const PartialOrder po = fast::partial_order(c, z, by_occurrence(created));
    const Measured here = measure(po, labels, [&](const Invocation& u) {
      return u.leaf == 0 ? satisfied(a, c, v, u.e[0]) : satisfied(b, c, w, u.e[0]);
    });
    sum.between += here.between;
    sum.within +=
        measure(po, labels, [&](const Invocation& u) { return u.leaf == 0 && satisfied(a, c, v, u.e[0]); }).within;
  }
  return sum;
}

/// Random programs, as the oracle draws them for engines, with their schedules, at their starts.
Measured of_programs(std::size_t count, std::size_t leaves) {
  Measured sum;
  Random random(seed);
  Dice dice([&] { return random(); });
  for (std::size_t n = 0; n < count;) {
    Shape shape;
    shape.leaves = leaves;
    shape.frames = 1;
    shape.entities = 6;
    auto loaded = load(random_program(dice, shape).dump());
    const auto* program = std::get_if<Program>(&loaded);
    if (!program) continue;
    try {
      Entities created;
      const PartialOrder po =
          fast::partial_order(program->start, program->schedules.front().z, by_occurrence(created), 300);
      const Measured here = measure(po, program->schema.size());
      sum += here;
      ++n;
    } catch (const RuntimeError&) {
    } catch (const fast::TooManyMatches&) {
    }
  }
  return sum;
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "-" : fmt::format("{:.1f}%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

void head() {
  fmt::print("| | pairs | Theorem 4.7 | Definition 4.3 | independent |");
  for (const schedulers::Scheduler& each : schedulers::all_schedulers()) fmt::print(" {} |", each.name);
  fmt::print("\n|---|---:|---:|---:|---:|");
  for (std::size_t k = 0; k < models; ++k) fmt::print("---:|");
  fmt::print("\n");
}

void row(const std::string& name, const Pairs& pairs) {
  fmt::print("| {} | {} | {} | {} | {} |", name, pairs.all, percent(pairs.disjoint, pairs.all),
             percent(pairs.commuting, pairs.all), percent(pairs.independent, pairs.all));
  for (std::size_t k = 0; k < models; ++k)
    fmt::print(" {} / {} |", percent(pairs.beside[k], pairs.disjoint), percent(pairs.effective[k], pairs.disjoint));
  fmt::print("\n");
}

/// Three bars for each row: safe by Theorem 4.7, and of all pairs what the most liberal scheduler lets run beside each
/// other, and take effect at once.
Picture plot(const std::vector<std::pair<std::string, Measured>>& rows) {
  Picture picture;
  picture.title = "Of all concurrent invocation pairs";
  picture.about =
      "For each category of mutations three bars: the share that is safe by Theorem 4.7, the share of those that "
      "the most liberal of the schedulers lets run side by side, and the share that it lets take effect so";
  picture.notes = {
      "from above: safe by Theorem 4.7; of those, run side by side by the most liberal scheduler; and take "
      "effect then"};
  constexpr std::int64_t height = 20, gap = 14, left = 200, scale = 6;
  std::int64_t y = 0;
  for (const auto& [name, measured] : rows) {
    const Pairs& pairs = measured.between;
    std::uint64_t beside = 0, effective = 0;
    for (std::size_t k = 0; k < models; ++k) {
      beside = std::max(beside, pairs.beside[k]);
      effective = std::max(effective, pairs.effective[k]);
    }
    const std::string id = std::to_string(picture.nodes.size());
    picture.nodes.push_back({Picture::Node::Shape::Round, "r" + id, name, "", {}, {0, y, left - gap, 3 * height}});
    for (const std::uint64_t part : {pairs.disjoint, beside, effective}) {
      const auto width =
          static_cast<std::int64_t>(100.0 * scale * static_cast<double>(part) / static_cast<double>(pairs.all));
      picture.nodes.push_back({Picture::Node::Shape::Box,
                               "b" + std::to_string(picture.nodes.size()),
                               width > 60 ? percent(part, pairs.all) : "",
                               percent(part, pairs.all),
                               {},
                               {left, y, std::max<std::int64_t>(width, 1), height}});
      y += height;
    }
    y += gap;
  }
  picture.width = left + 100 * scale;
  picture.height = y;
  return picture;
}

/// The same of pairs within one system, which no scheduler knows of: engines divide the entities of a query.
void within_one(const std::vector<std::pair<std::string, Measured>>& rows) {
  fmt::print("\n| within one system | pairs | Theorem 4.7 | Definition 4.3 | independent | divided |\n");
  fmt::print("|---|---:|---:|---:|---:|---:|\n");
  for (const auto& [name, measured] : rows) {
    const Pairs& pairs = measured.within;
    fmt::print("| {} | {} | {} | {} | {} | {} |\n", name, pairs.all, percent(pairs.disjoint, pairs.all),
               percent(pairs.commuting, pairs.all), percent(pairs.independent, pairs.all),
               percent(pairs.divided, pairs.disjoint));
  }
}

std::vector<std::pair<std::string, Measured>> measured() {
  std::vector<std::pair<std::string, Measured>> rows;
  Random random(seed);
  Measured all;
  for (const Category& a : categories()) {
    Measured sum;
    for (const Category& b : categories()) sum += of_categories(a, b, random);
    all += sum;
    rows.emplace_back(a.name, sum);
  }
  rows.emplace_back("all categories", all);
  for (const std::size_t leaves : {4, 8, 16})
    rows.emplace_back(fmt::format("random, {} leaves", leaves), of_programs(programs, leaves));
  return rows;
}

int run(const char* file) {
  const auto rows = measured();
  fmt::print(
      "seed {}; for each two categories {} draws of {} entities and {} components; {} random programs of each size\n\n",
      seed, draws, entities, labels, programs);
  head();
  for (const auto& [name, each] : rows) row(name, each.between);
  within_one(rows);
  fmt::print("\nPairs that do not commute, and yet may take effect at once:");
  for (std::size_t k = 0; k < models; ++k) {
    std::uint64_t extra = 0;
    for (const auto& entry : rows) extra += entry.second.between.extra[k];
    fmt::print("{} {} {}", k == 0 ? "" : ",", schedulers::all_schedulers()[k].name, extra);
  }
  fmt::print("\n");
  if (!file) return 0;
  std::ofstream out(file);
  out << svg(plot(rows));
  return out ? 0 : 1;
}

}  // namespace
}  // namespace coreecs::gap

int main(int argc, char** argv) { return coreecs::gap::run(argc > 1 ? argv[1] : nullptr); }
