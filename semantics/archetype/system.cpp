#include "semantics/archetype/system.hpp"

#include <algorithm>

#include "semantics/archetype/auxiliary.hpp"
#include "semantics/archetype/term.hpp"

namespace coreecs::archetype {

Tuples entities(const Heap& H, const std::vector<AType>& A, const Environment& env) {
  std::vector<std::vector<Entity>> columns;
  for (const AType& A_i : A) {
    std::vector<Entity> column;
    for (const auto& entry : H[A_i]) column.push_back(entry.first);
    if (env.before) std::stable_sort(column.begin(), column.end(), env.before);
    columns.push_back(std::move(column));
  }
  Tuples es(A.size());
  std::vector<Entity> e(A.size());
  const std::function<void(std::size_t)> fill = [&](std::size_t i) {
    if (i == A.size()) return es.push_back(e);
    for (const Entity e_i : columns[i]) {
      e[i] = e_i;
      fill(i + 1);
    }
  };
  fill(0);
  return es;
}

std::vector<Tuples> split(const Tuples& es, const Environment& env) {
  std::vector<Tuples> parts(env.parts, Tuples(es.size() > 0 ? es[0].size() : 0));
  std::vector<std::size_t> firsts;  // where in es each first entity begins
  for (std::size_t i = 0; i < es.size(); ++i)
    if (i == 0 || es[i][0] != es[i - 1][0]) firsts.push_back(i);
  const std::size_t n = firsts.size();
  firsts.push_back(es.size());
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t part = env.part ? env.part(k, n) % env.parts : k * env.parts / n;
    for (std::size_t i = firsts[k]; i < firsts[k + 1]; ++i) parts[part].push_back(es[i]);
  }
  return parts;
}

namespace {

/// Whether ∀i. e_i ∈ 𝓗[A_i].
bool are_there(const Heap& H, std::span<const Entity> e, const std::vector<AType>& A) {
  for (std::size_t i = 0; i < A.size(); ++i)
    if (!H[A[i]].find(e[i])) return false;
  return true;
}

/// q_1 + q_2
void append(Queue& q_1, Queue q_2) {
  q_1.insert(q_1.end(), std::make_move_iterator(q_2.begin()), std::make_move_iterator(q_2.end()));
}

/// The combined result of threads that started at 𝓗: merge(𝓗, 𝓗_1, ..., 𝓗_n), q_1 + ... + q_n.
OrStuck<Produced> join(const Heap& H, std::vector<Produced> threads) {
  std::vector<Heap> H_i;
  Queue q;
  for (Produced& thread : threads) {
    H_i.push_back(std::move(thread.H));
    append(q, std::move(thread.q));
  }
  OrStuck<Heap> merged = merge(H, H_i);
  if (const Stuck* at = stuck(merged)) return *at;
  return Produced{std::get<Heap>(std::move(merged)), std::move(q)};
}

}  // namespace

// [evaluate/iter]  es = [e_1, ..., e_n]                                                                Figure 7, S-Iter
//                  ∀i ∈ [1..n]. 𝓗_{i-1}, [e_i/x]t, [] →* 𝓗_i, v_i, q_i
//                  ─────────────────────────────────────────────────
//                  𝓗_0, λx.t @ es → 𝓗_n, q_1 + ... + q_n
// A tuple (A4) is skipped if one of its entities has left its archetype.
OrStuck<Produced> iterate(Heap H, const Function& f, const Tuples& es, const Environment& env) {
  Queue q;
  for (std::size_t i = 0; i < es.size(); ++i) {
    if (f.A.size() > 1 && !are_there(H, es[i], f.A)) continue;
    OrStuck<Configuration> end = reduce_all({std::move(H), substitute(es[i], f.t), {}}, env);
    if (const Stuck* at = stuck(end)) {
      Stuck with_entities = *at;
      with_entities.x.assign(es[i].begin(), es[i].end());
      return with_entities;
    }
    Configuration& c = std::get<Configuration>(end);
    H = std::move(c.H);
    append(q, std::move(c.q));
  }
  return Produced{std::move(H), std::move(q)};
}

OrStuck<Produced> evaluate(Heap H, const System& s, const Environment& env) {
  return match(
      s.form(),
      // [evaluate/seq]     es = 𝓗[A]   𝓗, λx.t @ es → 𝓗', q                                           Figure 7, S-Seq
      //                    ────────────────────────────────
      //                    𝓗, (A, λx.t) → 𝓗', q
      [&](const Sequential& s) -> OrStuck<Produced> {
        const Tuples es = entities(H, s.f.A, env);
        return iterate(std::move(H), s.f, es, env);
      },
      // [evaluate/data-p]  es = es_1 ∪ es_2 = 𝓗[A]   es_1 ∩ es_2 = ∅                               Figure 7, S-Data-P
      //                    i ∈ {1, 2}. 𝓗, λx.t @ es_i → 𝓗_i, q_i
      //                    ──────────────────────────────────────────────────────
      //                    𝓗, par (A, λx.t) → merge(𝓗, 𝓗_1, 𝓗_2), q_1 + q_2
      [&](const DataParallel& s) -> OrStuck<Produced> {
        std::vector<Produced> threads;
        for (const Tuples& es_i : split(entities(H, s.f.A, env), env)) {
          OrStuck<Produced> thread = iterate(H, s.f, es_i, env);
          if (stuck(thread)) return thread;
          threads.push_back(std::get<Produced>(std::move(thread)));
        }
        return join(H, std::move(threads));
      },
      // [evaluate/task-p]  ∀i ∈ {1, 2}. 𝓗, s_i → 𝓗_i, q_i   query(s_1) ∩ query(s_2) = ∅            Figure 7, S-Task-P
      //                    ────────────────────────────────────────────────────────────
      //                    𝓗, [s_1, s_2] → merge(𝓗, 𝓗_1, 𝓗_2), q_1 + q_2
      [&](const TaskParallel& s) -> OrStuck<Produced> {
        std::set<AType> queried;
        for (std::size_t i = 0; i < s.s.size(); ++i)
          for (const AType& A : query(s.s[i]))
            if (!queried.insert(A).second)
              return Stuck{.rule = "evaluate/task-p", .premise = "query(s_1) ∩ query(s_2) = ∅", .A = A, .s = {i}};
        std::vector<Produced> threads;
        for (std::size_t i = 0; i < s.s.size(); ++i) {
          OrStuck<Produced> thread = evaluate(H, s.s[i], env);
          if (const Stuck* at = stuck(thread)) {
            Stuck with_system = *at;
            with_system.s.insert(with_system.s.begin(), i);
            return with_system;
          }
          threads.push_back(std::get<Produced>(std::move(thread)));
        }
        return join(H, std::move(threads));
      });
}

}  // namespace coreecs::archetype
