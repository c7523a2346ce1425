// Programs in C++ that must not compile, and what the compiler must say: ctest compiles this file once for each
// section, with the name of the section defined, and once without any, which must compile.
#include <cstdint>
#include <vector>

#include "interp/language/typed/typed.hpp"
using namespace coreecs::typed;

struct Pos {
  std::int64_t x;
};
struct Vel {
  std::int64_t x;
};
struct Clock {
  static constexpr bool is_resource = true;
  std::int64_t now;
};
using Positions = Components<Pos>;
using Timed = Components<Pos, Clock>;
using Physics = Components<Pos, Vel>;

#if defined(CASE_component_has_17_fields)  // error: a component is a struct

struct Long {
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q;
};

Components<Long>::Program p("long");

#elif defined(CASE_component_has_a_constructor)  // error: a component is a struct

struct Angle {
  Angle(double x) : x(x) {}
  double x;
};

Components<Angle>::Program p("angles");

#elif defined(CASE_component_has_a_pointer)  // error: a component is a struct

struct Link {
  Link* next;
};

Components<Link>::Program p("links");

#elif defined(CASE_component_has_a_vector)  // error: a component is a struct

struct Path {
  std::vector<Pos> steps;
};

Components<Path>::Program p("paths");

#elif defined(CASE_component_is_a_number)  // error: a component is a struct

Components<int>::Program p("number");

#elif defined(CASE_component_without_name)  // error: this component has no name of its own

template <class T>
struct Old {
  T x;
};

Components<Old<Pos> >::Program p("old");

#elif defined(CASE_create_returns_a_component)  // error: the function given to create returns no mutation

const System start =
    Positions::system<Query<Incl<Pos> > >("start", [](Entity, Pos p) { return create([=](Entity) { return p; }); });

#elif defined(CASE_mutable_lambda)  // error: the parameters of this system do not fit its queries

const System count =
    Physics::system<Query<Incl<Pos> > >("count", [n = 0](Entity e, Pos) mutable { return attach(e, Pos{n++}); });

#elif defined(CASE_parameter_by_reference)  // error: the parameters of this system do not fit its queries

const System inertia = Physics::system<Query<Incl<Pos>, Incl<Vel> > >(
    "inertia", [](Entity e, Pos& p, Vel v) { return attach(e, Pos{p.x += v.x}); });

#elif defined(CASE_parameter_for_anyway)  // error: the parameters of this system do not fit its queries

const System stop =
    Physics::system<Query<Incl<Pos>, Anyway<Vel> > >("stop", [](Entity e, Pos, Vel v) { return attach(e, v); });

#elif defined(CASE_parameter_for_excl)  // error: the parameters of this system do not fit its queries

const System stop =
    Physics::system<Query<Incl<Pos>, Excl<Vel> > >("stop", [](Entity e, Pos, Vel v) { return attach(e, v); });

#elif defined(CASE_parameters_in_another_order)  // error: the parameters of this system do not fit its queries

const System inertia = Physics::system<Query<Incl<Pos>, Incl<Vel> > >(
    "inertia", [](Entity e, Vel v, Pos p) { return attach(e, Pos{p.x + v.x}); });

#elif defined(CASE_part_is_no_mutation)  // error: this is no mutation

const Physics::Mutation m{attach(Entity(), Pos{1}), Vel{2}};

#elif defined(CASE_query_of_components)  // error: a Query has one constraint or more

const System inertia =
    Physics::system<Query<Pos, Vel> >("inertia", [](Entity e, Pos p, Vel v) { return attach(e, Pos{p.x + v.x}); });

#elif defined(CASE_registered_twice)  // error: a component is registered twice

Components<Pos, Vel, Pos>::Program p("three");

#elif defined(CASE_result_is_a_component)  // error: the result of this system is no mutation

const System inertia =
    Physics::system<Query<Incl<Pos>, Incl<Vel> > >("inertia", [](Entity, Pos p, Vel v) { return Pos{p.x + v.x}; });

#elif defined(CASE_result_is_void)  // error: the result of this system is no mutation

const System inertia =
    Physics::system<Query<Incl<Pos>, Incl<Vel> > >("inertia", [](Entity, Pos p, Vel v) { p.x += v.x; });

#elif defined(CASE_result_over_other_components)  // error: the result of this system is no mutation

const System stay =
    Physics::system<Query<Incl<Pos> > >("stay", [](Entity e, Pos p) -> Positions::Mutation { return attach(e, p); });

#elif defined(CASE_system_without_query)  // error: a system is given its queries

const System inertia =
    Physics::system<Incl<Pos>, Incl<Vel> >("inertia", [](Entity e, Pos p, Vel v) { return attach(e, Pos{p.x + v.x}); });

#elif defined(CASE_too_few_parameters)  // error: the parameters of this system do not fit its queries

const System inertia =
    Physics::system<Query<Incl<Pos>, Incl<Vel> > >("inertia", [](Entity e, Pos p) { return attach(e, p); });

#elif defined(CASE_two_of_one_name)  // error: a component is registered twice, or two components have the same name

namespace screen {
struct Pos {
  int x, y;
};
}  // namespace screen

Components<Pos, screen::Pos>::Program p("two");

#elif defined(CASE_unregistered_in_attach)  // error: this component is not registered in Components

const System start = Positions::system<Query<Incl<Pos> > >("start", [](Entity e, Pos) { return attach(e, Vel{1}); });

#elif defined(CASE_unregistered_in_create)  // error: this component is not registered in Components

const System start = Positions::system<Query<Incl<Pos> > >("start", [](Entity, Pos p) { return create(p, Vel{1}); });

#elif defined(CASE_unregistered_in_detach)  // error: this component is not registered in Components

const System stop = Positions::system<Query<Incl<Pos> > >("stop", [](Entity e, Pos) { return detach<Vel>(e); });

#elif defined(CASE_unregistered_in_get)  // error: this component is not registered in Components

bool moves(const State& c, Entity e) { return Positions::get<Vel>(c, e).has_value(); }

#elif defined(CASE_unregistered_in_query)  // error: this component is not registered in Components

const System stop =
    Positions::system<Query<Incl<Pos>, Excl<Vel> > >("stop", [](Entity e, Pos) { return detach<Pos>(e); });

#elif defined(CASE_unregistered_in_spawn)  // error: this component is not registered in Components

void start(Positions::Program& p) { p.spawn(Vel{1}); }

#elif defined(CASE_resource_attached)  // error: a resource is of one entity

const System stay = Timed::system<Query<Incl<Pos> > >("stay", [](Entity e, Pos p) { return attach(e, Clock{p.x}); });

#elif defined(CASE_resource_of_a_component)  // error: this is no resource

const System stay = Timed::system<Resource<Pos> >("stay", [](Pos p) { return set(p); });

#elif defined(CASE_resource_spawned)  // error: a resource is of no entity that is spawned

void spawn(Timed::Program& p) { p.spawn(Clock{1}); }

#elif defined(CASE_where_parameters)  // error: the parameters of this system do not fit its queries

const System stay = Positions::system<Query<Incl<Pos> > >("stay", Where{[](Entity, Entity) { return true; }},
                                                          [](Entity e, Pos p) { return attach(e, p); });

#elif defined(CASE_where_result)  // error: the result of this condition is no bool

const System stay = Positions::system<Query<Incl<Pos> > >("stay", Where{[](Entity, Pos p) { return p; }},
                                                          [](Entity e, Pos p) { return attach(e, p); });

#elif defined(CASE_unregistered_in_writes)  // error: this component is not registered in Components

const System stay = Positions::system<Query<Incl<Pos> > >(
    "stay", [](Entity e, Pos p) { return attach(e, p); }, Writes<Vel>{});

#endif
