/// The running example of the paper, in the terms of `semantics`: Figures 7 and 11.
#pragma once

#include "semantics/schedule.hpp"

namespace coreecs::physics {

inline constexpr Label Pos = 0;
inline constexpr Label Vel = 1;
inline const Schema K{{"Pos", Type::Kind::Int}, {"Vel", Type::Kind::Int}};

inline constexpr Entity e1{1}, e2{2}, e3{3};

/// Figure 7
inline State c() {
  return State(2).with(Pos, e1, 1).with(Pos, e2, 7).with(Pos, e3, 9).with(Vel, e1, 6).with(Vel, e3, -2);
}

inline std::int64_t integer(const Cell& w) { return w->as<std::int64_t>(); }

/// ⌈n/2⌉
inline std::int64_t half(std::int64_t n) { return n / 2 + (n % 2 > 0); }

/// Increments c_Pos of every entity that has it.
inline System step() {
  return {"step", {Incl{Pos}}, [](const Match& r) -> Mutation { return Attach{Pos, r.e[0], integer(r.w[0]) + 1}; }};
}

/// β, Figure 11a
inline System inertia() {
  return {"inertia", {And{{Incl{Pos}, Incl{Vel}}}}, [](const Match& r) -> Mutation {
            return Attach{Pos, r.e[0], integer(r.w[0]) + integer(r.w[1])};
          }};
}

/// δ, Figure 11b
inline System collide() {
  return {"collide", {And{{Incl{Pos}, Incl{Vel}}}, And{{Incl{Pos}, Excl{Vel}}}}, [](const Match& r) -> Mutation {
            const std::int64_t pj = integer(r.w[0]), vj = integer(r.w[1]), ph = integer(r.w[2]);
            if (pj != ph) return Nil{};
            const auto split = [=](Entity l) -> Mutation {
              return Compose({Attach{Pos, l, pj}, Attach{Vel, l, half(-vj)}});
            };
            return Compose({Detach{Pos, r.e[0]}, Detach{Vel, r.e[0]}, Attach{Vel, r.e[1], half(vj)}, New{split}});
          }};
}

}  // namespace coreecs::physics
