#include "interp/archetypes/bridge/translate.hpp"

#include <algorithm>

#include "interp/language/program/effects.hpp"
#include "semantics/archetype/typing.hpp"

namespace coreecs::bridge {

namespace {

/// The functions of a system, in order.
std::vector<const archetype::Function*> functions_of(const archetype::System& s) {
  return match(
      s.form(), [](const archetype::Sequential& s) { return std::vector{&s.f}; },
      [](const archetype::DataParallel& s) { return std::vector{&s.f}; },
      [](const archetype::TaskParallel& s) {
        return deep([&] {
          std::vector<const archetype::Function*> all;
          for (const archetype::System& s_i : s.s) {
            const auto of_s_i = functions_of(s_i);
            all.insert(all.end(), of_s_i.begin(), of_s_i.end());
          }
          return all;
        });
      });
}

/// Whether a term has an immediate event that creates.
bool creates_at_once(const archetype::Term& t) {
  if (!t.facts().immediate) return false;
  if (const auto* im = std::get_if<archetype::Immediate>(&t.form()))
    if (std::holds_alternative<archetype::Create>(im->evt)) return true;
  return deep([&] {
    const std::vector<archetype::Term> all = parts(t);
    return std::any_of(all.begin(), all.end(), creates_at_once);
  });
}
bool writes(const archetype::Term& t) {
  if (std::holds_alternative<archetype::Write>(t.form())) return true;
  return deep([&] {
    const std::vector<archetype::Term> all = parts(t);
    return std::any_of(all.begin(), all.end(), writes);
  });
}

}  // namespace

// [bridge/direct] If a system of one archetype stages an event about an entity, only its invocation on that entity does
// so: no other system uses the entity before sync, since its archetype is dirty, and none sees where it moves. So it
// may move at once, unobserved. Only the order in which entities are created shows later.
std::vector<bool> direct_where_proved(const archetype::Schema& schema, const archetype::Frame& fr,
                                      const archetype::Queue& q) {
  const auto steps = fr.steps();
  if (archetype::check(fr, {}, schema, archetype::Rules::repaired)) return std::vector<bool>(steps.size(), false);
  std::vector<bool> direct;
  bool proved = q.empty();
  const auto close = [&] { direct.resize(direct.size() + 1, false); };
  std::size_t first = 0;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    if (const auto* s = std::get_if<archetype::System>(&steps[k]))
      for (const archetype::Function* f : functions_of(*s))
        proved = proved && (f->A.size() == 1 || !f->t.facts().stages) && !creates_at_once(f->t);
    const bool ends = std::holds_alternative<archetype::Sync>(steps[k]) || k + 1 == steps.size();
    if (!ends) continue;
    for (; first <= k; ++first) {
      close();
      direct.back() = proved;
    }
    proved = true;
  }
  return direct;
}

namespace {

class FrameTranslation {
 public:
  FrameTranslation(const archetype::Schema& schema, const archetype::State& w, const Settings& settings)
      : w_(w), settings_(settings), staging_(staging(schema)), K_(schema, kinds()) {}

  OrUntranslatable<Translation> operator()() {
    OrUntranslatable<State> start = state(w_.H, w_.q, K_, numbered(w_.H));
    if (const auto* untranslatable = std::get_if<Untranslatable>(&start)) return *untranslatable;
    program_.start = std::get<State>(std::move(start));
    // [bridge/frame]  ⟦s :: fr⟧ ≜ ⟦s⟧ ⨟ ⟦fr⟧   ⟦sync :: fr⟧ ≜ ⟦sync⟧ ⨟ ⟦fr⟧         steps without effect are left out
    std::vector<std::optional<Schedule>> steps;
    std::optional<Schedule> all;
    for (std::size_t k = 0; k < w_.fr.steps().size() && !untranslatable_; ++k) {
      place_ = {w_.fr.done() + k};
      const auto* s = std::get_if<archetype::System>(&w_.fr.steps()[k]);
      steps.push_back(s ? system(*s, staging_[k]) : sync(staging_[k]));
      if (steps.back()) all = all ? std::move(*all) >> *steps.back() : *steps.back();
    }
    if (untranslatable_) return *std::move(untranslatable_);
    if (!all) all = nothing();
    program_.name = settings_.name;
    program_.about = settings_.about;
    program_.schema = K_.schema;
    program_.schedules = {{"main", *std::move(all)}};
    program_.frames = settings_.frames;
    name_entities();
    return Translation{std::move(program_), std::move(K_), std::move(steps), std::move(staging_)};
  }

 private:
  std::vector<Staging> staging(const archetype::Schema& schema) const {
    const std::size_t n = w_.fr.steps().size();
    if (settings_.events != Events::DirectWhereProved)
      return std::vector(n, settings_.events == Events::Direct ? Staging::Direct : Staging::Queued);
    std::vector<Staging> all;
    for (const bool direct : direct_where_proved(schema, w_.fr, w_.q))
      all.push_back(direct ? Staging::Direct : Staging::Queued);
    return all;
  }
  [[nodiscard]] EventKinds kinds() const {
    EventKinds kinds;
    for (const archetype::Event& evt : w_.q) kinds.add_event(evt);
    for (std::size_t k = 0; k < staging_.size(); ++k)
      if (const auto* s = std::get_if<archetype::System>(&w_.fr.steps()[k]); s && staging_[k] == Staging::Queued)
        for (const archetype::Function* f : functions_of(*s)) kinds.add_events_of(f->t);
    return kinds;
  }

  // Systems ------------------------------------------------------------------------------------------------

  std::string fresh(std::string name) {
    if (name.empty()) name = "s" + std::to_string(++unnamed_);
    const std::string hint = name;
    for (std::size_t n = 1; !names_.insert(name).second; ++n) name = hint + "_" + std::to_string(n);
    return name;
  }
  std::shared_ptr<const System> add(SystemTerm term) {
    auto s = std::make_shared<const System>(System{term.name, query(term), function(term), effects(term, K_.schema)});
    program_.systems.push_back(s);
    program_.terms.emplace(s->name, std::move(term));
    return s;
  }
  /// The system of a function; equal uses share one.
  std::shared_ptr<const System> translated(const archetype::Function& f, const std::string& name, Staging staging) {
    std::shared_ptr<const System>& s = systems_[{&f, staging}];
    if (s) return s;
    OrUntranslatable<SystemTerm> term = bridge::translate(f, fresh(name), staging, K_);
    if (const auto* untranslatable = std::get_if<Untranslatable>(&term)) {
      if (!untranslatable_) {
        untranslatable_ = *untranslatable;
        untranslatable_->place.insert(untranslatable_->place.begin(), place_.begin(), place_.end());
      }
      return s = std::make_shared<const System>();
    }
    return s = add(std::get<SystemTerm>(std::move(term)));
  }

  std::optional<Schedule> system(const archetype::System& s, Staging staging) {
    return match(
        s.form(),
        // [bridge/seq-system]  ⟦(A⃗, λx⃗.t)⟧ ≜ seq(⟦A⃗, λx⃗.t⟧)             a tuple that an entity has left is passed over
        [&](const archetype::Sequential& f) -> std::optional<Schedule> {
          return Seq{translated(f.f, s.name(), staging)};
        },
        // [bridge/par]         ⟦par (A, λx.t)⟧ ≜ conc(⟦A, λx.t⟧)          it reads and writes x only, and runs alone
        //                      ⟦par (A⃗, λx⃗.t)⟧ ≜ seq(⟦A⃗, λx⃗.t⟧)         where t writes: all tuples of x_1 go one by one
        // An ill-typed par becomes conc in any case, so that its conflicts show.
        [&](const archetype::DataParallel& f) -> std::optional<Schedule> {
          const bool one_by_one =
              f.f.A.size() > 1 && writes(f.f.t) &&
              !archetype::ill_typed(archetype::type_of(s, K_.components, archetype::Rules::repaired));
          const auto of_f = translated(f.f, s.name(), staging);
          return one_by_one ? Schedule(Seq{of_f}) : Schedule(Conc{of_f});
        },
        // [bridge/task]        ⟦[s_1, ..., s_n]⟧ ≜ ⟦s_1⟧ ∥ ... ∥ ⟦s_n⟧
        [&](const archetype::TaskParallel& all) -> std::optional<Schedule> {
          return deep([&] {
            std::optional<Schedule> z;
            for (std::size_t i = 0; i < all.s.size(); ++i) {
              place_.push_back(i);
              const std::optional<Schedule> z_i = system(all.s[i], staging);
              place_.pop_back();
              if (z_i) z = z ? std::move(*z) || *z_i : *z_i;
            }
            return z;
          });
        });
  }

  // Sync ---------------------------------------------------------------------------------------------------

  struct Names {
    std::size_t slots = 0;
    Binder operator()(std::string name) { return {std::move(name), slots++}; }
  };
  static Term term_of(const Binder& x) { return Term(term::Variable{x.name, *x.slot, {}}); }
  static Term unit() { return Term(term::Literal{Value(Unit{})}); }
  [[nodiscard]] MutationTerm destroy(const Binder& e) const {
    return MutationTerm(term::Destroy{term_of(e), labels_of_entities(K_.schema)});
  }
  static MutationTerm where_present(const Binder& o, MutationTerm m) {
    return MutationTerm(
        term::If<MutationTerm>{Term(term::Present{{o.name, *o.slot}}), std::move(m), MutationTerm(term::Sequence{})});
  }
  /// attach_C(e, k), for the value k that o may have.
  MutationTerm attach_present(const Binder& o, Label C, const Binder& e, Names& names) const {
    if (K_.is_tag(C)) return where_present(o, MutationTerm(term::Attach{C, term_of(e), unit()}));
    const Binder k = names("value_of_" + o.name);
    return MutationTerm(term::Case<MutationTerm>{
        {o.name, *o.slot}, k, MutationTerm(term::Attach{C, term_of(e), term_of(k)}), MutationTerm(term::Sequence{})});
  }

  // [bridge/sync]  ⟦sync⟧ ≜ seq(perform) ⨟ (conc(create) ∥ conc(forget))
  std::optional<Schedule> sync(Staging staging) {
    const bool about = K_.events.about_entities(), create = K_.events.create;
    const bool none_queued = staging == Staging::Direct && (w_.q.empty() || settings_.events != Events::Direct);
    if (none_queued || (!about && !create)) return std::nullopt;
    if (about && !perform_) {
      perform_ = add(perform());
      forget_ = add(forget());
    }
    if (create && !create_) create_ = add(create_queued());
    if (!about) return Conc{create_};
    const Schedule forget = Conc{forget_};
    return Schedule(Seq{perform_}) >> (create ? Schedule(Conc{create_}) || forget : forget);
  }

  // [bridge/perform]  (⟨incl_about ∧ anyway_destroy ∧ anyway_{add_C} ∧ anyway_{remove_C} ∧ ..., incl_alive⟩ where the
  //                   second entity is the subject of the event, λ(⟨n, e⟩, ...). the event's effect): in the order of
  //                   the events, and none if e is gone by then (A10)
  SystemTerm perform() {
    SystemTerm s;
    s.name = fresh("perform");
    Names names;
    const Binder n = names("n"), about = names("about");
    QueryTerm event, entity;
    event.entity = n;
    event.constraints.emplace_back(QueryTerm::Incl{K_.about, about});
    entity.is = term_of(about);
    entity.constraints.emplace_back(QueryTerm::Incl{K_.alive, {}});
    term::Sequence body;
    const auto anyway = [&](Label i) {
      Binder o = names(K_.schema[i].name + "_n");
      event.constraints.emplace_back(QueryTerm::Anyway{i, o});
      return o;
    };
    if (K_.events.destroy) body.parts.push_back(where_present(anyway(K_.destroy), destroy(about)));
    for (const auto& [C, i] : K_.add) body.parts.push_back(attach_present(anyway(i), C, about, names));
    for (const auto& [C, i] : K_.remove)
      body.parts.push_back(where_present(anyway(i), MutationTerm(term::Detach{C, term_of(about)})));
    s.match = {std::move(event), std::move(entity)};
    s.body = MutationTerm(std::move(body));
    s.slots = names.slots;
    return s;
  }
  // [bridge/forget]   (⟨incl_about⟩, λ(⟨n⟩, ...). destroy(n))
  SystemTerm forget() {
    SystemTerm s;
    s.name = fresh("forget");
    const Binder n{"n", 0};
    QueryTerm event;
    event.entity = n;
    event.constraints.emplace_back(QueryTerm::Incl{K_.about, {}});
    s.match = {std::move(event)};
    s.body = destroy(n);
    s.slots = 1;
    return s;
  }
  // [bridge/create]  (⟨incl_create ∧ anyway_C ∧ ...⟩, λ(⟨n⟩, ...). destroy(n) • ν(λe. attach_alive(e) • ...))
  SystemTerm create_queued() {
    SystemTerm s;
    s.name = fresh("create");
    Names names;
    const Binder n = names("n"), e = names("e");
    QueryTerm event;
    event.entity = n;
    event.constraints.emplace_back(QueryTerm::Incl{K_.create, {}});
    term::Sequence parts;
    parts.parts.push_back(MutationTerm(term::Attach{K_.alive, term_of(e), unit()}));
    for (const Label C : K_.events.created) {
      const Binder o = names(K_.schema[C].name + "_n");
      event.constraints.emplace_back(QueryTerm::Anyway{C, o});
      parts.parts.push_back(attach_present(o, C, e, names));
    }
    s.match = {std::move(event)};
    s.body = MutationTerm(term::Sequence{{destroy(n), MutationTerm(term::New{e, MutationTerm(std::move(parts))})}});
    s.slots = names.slots;
    return s;
  }
  Schedule nothing() {
    SystemTerm s;
    s.name = fresh("nothing");
    QueryTerm any;
    any.constraints.emplace_back(QueryTerm::Incl{K_.alive, {}});
    s.match = {std::move(any)};
    s.body = MutationTerm(term::Sequence{});
    return Conc{add(std::move(s))};
  }

  // Names of entities --------------------------------------------------------------------------------------

  void name_entities() {
    const std::uint64_t n = w_.H.fresh().number() + w_.q.size();
    if (w_.q.empty() && settings_.entities.size() >= n) {
      program_.entities = settings_.entities;
      return;
    }
    for (std::uint64_t k = 0; k < n; ++k) program_.entities.push_back("e" + std::to_string(k));
  }

  const archetype::State& w_;
  const Settings& settings_;
  std::vector<Staging> staging_;
  Vocabulary K_;
  Program program_;
  std::set<std::string> names_;
  std::size_t unnamed_ = 0;
  std::map<std::pair<const archetype::Function*, Staging>, std::shared_ptr<const System>> systems_;
  std::shared_ptr<const System> perform_, create_, forget_;
  std::vector<std::size_t> place_;
  std::optional<Untranslatable> untranslatable_;
};

}  // namespace

OrUntranslatable<Translation> translate(const archetype::Schema& schema, const archetype::State& w,
                                        const Settings& settings) {
  return FrameTranslation(schema, w, settings)();
}

}  // namespace coreecs::bridge
