#include "interp/oracle/sequential.hpp"

namespace coreecs {

std::function<void()> SequentialEngine::fork() {
  throw EngineFailure(EngineFailure::Kind::Unsupported, "the engine cannot return to an earlier state");
}

std::vector<std::vector<Entity>> SequentialEngine::matches(const QueryVector& q) {
  std::vector<std::vector<Entity>> lists;
  for (const QueryFilter& filter : QueryFilter::of(q)) lists.push_back(select(filter));
  return product(lists);
}

/// Performs a schedule, and says what it has performed, in order.
Operations SequentialEngine::perform(const Schedule& z, Leaf first, const Respond& respond) {
  Operations all;
  const auto add = [&](const Operations& more) { all.insert(all.end(), more.begin(), more.end()); };
  std::vector<Cell> w;
  const auto still = [&](const std::vector<QueryFilter>& q, const std::vector<Entity>& e) {
    w.clear();
    for (std::size_t k = 0; k < q.size(); ++k)
      if (!observe(q[k], e[k], w)) return false;
    return true;
  };
  match(
      z.form(),
      [&](const Conc& z) {
        const std::vector<QueryFilter> q = QueryFilter::of(z.s->q);
        for (const std::vector<Entity>& e : matches(z.s->q))
          if (still(q, e)) add(respond(first, {e, w}));
        apply(all);
      },
      [&](const Seq& z) {
        const std::vector<QueryFilter> q = QueryFilter::of(z.s->q);
        for (const std::vector<Entity>& e : matches(z.s->q)) {
          if (!still(q, e)) continue;
          const Operations does = respond(first, {e, w});
          apply(does);
          add(does);
        }
      },
      [&](const Then& z) {
        add(perform(z.left, first, respond));
        add(perform(z.right, first + z.left.leaves(), respond));
      },
      [&](const Par& z) {
        const std::function<void()> back = fork();
        add(perform(z.left, first, respond));
        back();
        add(perform(z.right, first + z.left.leaves(), respond));
        back();
        apply(all);
      });
  return all;
}

std::vector<std::size_t> SequentialEngine::run(const Schedule& leaf, Leaf number, const Respond& respond) {
  perform(leaf, number, respond);
  return {};
}

void SequentialEngine::frame(const Schedule& z, Leaf first, const Respond& respond, const std::vector<Expected>&) {
  perform(z, first, respond);
}

}  // namespace coreecs
