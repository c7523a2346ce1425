#include "interp/commands/distribution.hpp"

#include <fmt/format.h>

#include "interp/base/progress.hpp"
#include "interp/commands/replay.hpp"

namespace coreecs {

void Distribution::print_text(std::uint64_t runs, const std::string& how) const {
  print(fmt::format("{}, {}: {} {} end in {}\n", job_.heading(), plural(job_.frames, "frame"), plural(runs, "run"), how,
                    one() ? "the same state" : fmt::format("{} different states", first_.size())));
  for (std::size_t j = 0; j < first_.size(); ++j) {
    const auto& [names, token] = first_[j];
    const Ends::End& end = ends_.all()[j];
    print(fmt::format("\n  {}\n      {}{}", plural(end.orders, "run"), shown_state(job_, end.c, names, "      "),
                      token.empty() ? "" : "      replay: " + shown_replay(token) + "\n"));
  }
}

void Distribution::print_json(std::uint64_t runs) const {
  std::string out;
  JsonWriter json(out);
  const auto end = [&](std::size_t j) {
    json.member("runs", ends_.all()[j].orders);
    Notation{job_.program.schema, first_[j].first}.json(json.key("final"), ends_.all()[j].c);
    if (const std::string& token = first_[j].second; !token.empty()) json.member("replay", token);
  };
  json.wide_object([&] {
    json.member("schedule", job_.schedule.name);
    json.member("frames", job_.frames);
    json.member("runs", runs);
    json.key("ends").wide_list([&] {
      for (std::size_t j = 0; j < first_.size(); ++j) json.line(4).wide_object([&] { end(j); });
    });
  });
  print(out + "\n");
}

std::uint64_t performed_runs(const Job& job, const std::function<void(std::uint64_t)>& perform) {
  progress::Task runs("run", *job.options.repeat);
  std::uint64_t run = 0;
  try {
    for (; run < *job.options.repeat; ++run) {
      runs.next();
      perform(run);
    }
  } catch (const Interrupted&) {
    if (run == 0) throw;
    interrupt::take_back();
    complain(job.file, fmt::format("interrupted after {}", plural(run, "run")));
  }
  return run;
}

}  // namespace coreecs
