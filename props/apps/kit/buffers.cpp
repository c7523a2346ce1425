#include "props/apps/kit/buffers.hpp"

namespace coreecs {

Buffers::Buffers(const triage::Setting& setting) {
  const app::App& app = setting.app;
  for (Label i = 0; app.program && i < app.program->schema.size(); ++i)
    for (const app::Component& one : app.components)
      if (one.name == app.program->schema[i].name && one.kind == app::Component::Kind::Event) all_[i];
  const auto reads = [&](const MatchTerm& term, std::size_t reader) {
    for (const QueryTerm& query : term.match)
      for (const auto& constraint : query.constraints)
        if (const auto* incl = std::get_if<QueryTerm::Incl>(&constraint); incl && all_.contains(incl->i))
          cursors_[{reader, incl->i}] = 0;
  };
  for (std::size_t s = 0; s < app.systems.size(); ++s)
    reads(app.program->terms.at(app.program->systems[*app.systems[s].body]->name), s);
  for (std::size_t q = 0; q < setting.questions.size(); ++q)
    app::for_each_part(setting.questions[q].is, [&](const app::RunCondition& part) {
      if (part.term) reads(*part.term->term, app.systems.size() + q);
    });
  for (std::size_t b = 0; b < setting.blocks.all().size(); ++b)
    if (app.keep_events_until == setting.blocks.all()[b].set) until_ = b;
}

State Buffers::seen(State c, std::size_t reader) const {
  for (const auto& [by, cursor] : cursors_) {
    if (by.first != reader) continue;
    std::uint64_t k = std::uint64_t{1} << 62;
    for (const Value& v : all_.at(by.second).after(cursor)) c.write({Entity(k++), by.second}, v);
  }
  return c;
}

void Buffers::has_read(std::size_t reader) {
  for (auto& [by, cursor] : cursors_)
    if (by.first == reader) cursor = all_.at(by.second).count();
}

void Buffers::block_begins(std::size_t block) { ran_ = ran_ || until_ == block; }

void Buffers::frame_ended() {
  if (until_ && !ran_) return;
  ran_ = false;
  for (auto& [i, events] : all_) {
    const std::size_t before = events.after(0).size();
    events.update();
    dropped_ = dropped_ || events.after(0).size() < before;
  }
}

bool Buffers::ask(const triage::Setting& setting, const State& c, std::size_t system) {
  bool all = true;
  for (std::size_t q = 0; q < setting.questions.size(); ++q) {
    const triage::Question& one = setting.questions[q];
    if (one.number_of || !one.controls.test(system)) continue;
    all = ask(one.is, setting.app.systems.size() + q, c, setting.env) && all;
  }
  return all;
}

bool Buffers::ask(const app::RunCondition& b, std::size_t reader, const State& c, const Environment& env) {
  using Form = app::RunCondition::Form;
  if (b.form == Form::Not) return !ask(b.parts.front(), reader, c, env);
  if (b.form == Form::And || b.form == Form::Or) {
    for (const app::RunCondition& part : b.parts)
      if (ask(part, reader, c, env) == (b.form == Form::Or)) return b.form == Form::Or;
    return b.form == Form::And;
  }
  const State at = seen(c, reader);
  const bool holds = violation(*b.term, at, at, env).has_value();
  for (auto& [by, cursor] : cursors_)
    if (by == std::pair(reader, static_cast<Label>(b.label))) cursor = all_.at(by.second).count();
  return holds;
}

}  // namespace coreecs
