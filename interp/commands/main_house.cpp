#include "interp/commands/commands.hpp"

namespace coreecs {

Part main_house() {
  return {.examples = R"(  coreecs run examples/toy_physics.json             every frame's state
  coreecs run world.json --frames 10 --by entity    ten frames, entity by entity
  coreecs check examples/toy_physics.json           is the schedule deterministic? why, or why not?
  coreecs check world.json --schedule fast --json   the same for programs to read
  coreecs check world.json --certificate c.json     and a proof of the verdicts
  coreecs verify-certificate world.json c.json      is it one?
  coreecs run world.json --replay r1.CeX7uR...      one of the runs that check shows, performed again
  coreecs run world.json --executor threads         the same on all processors
  coreecs run world.json --executor threads --repeat 1000   do they always end alike?
  coreecs run world.json --executor threads --trace t.json   which thread did what, and when
  coreecs check-trace world.json t.json             is that order a linearization, with these observations?
  coreecs linearizations world.json --sample 5      how many orders are there? five at random, and where they end
  coreecs check world.json --static                 what of it is safe on every state?
  coreecs check world.json --visibility shared      and where engines share their state?
  coreecs check world.json --suggest                what change of the schedule mends it?
  coreecs compare world.json --with fast            does the schedule fast end as main does?
  coreecs show examples/toy_physics.json            the program in the paper's notation
  coreecs explain examples/toy_physics.json         how a frame and its verdicts come about, step by step
  coreecs explain roll                              what a word, a rule, a theorem or a symbol means
  coreecs graph world.json --format svg > order.svg   a picture of what is before what, and what races
  coreecs report world.json -o world.html           all of this to look at, on a page for the browser
  coreecs test examples/*.json                      do programs do what they say they expect?
  coreecs lint examples/*.json                      what do they not use, or not mean?
  coreecs fuzz examples/toy_physics.json            is there a start at which it goes wrong? the smallest one?
  coreecs shrink world.json                         the smallest program that fails like this one
)",
          .commands = {run_command, check_command, compare_command, test_command, show_command, graph_command,
                       explain_command, report_command, schema_command, lint_command, linearizations_command,
                       fuzz_command, merge_reports_command, shrink_command, verify_certificate_command,
                       check_trace_command, describe_command},
          .documents = {core_program, certificate_document, trace_document, report_document, token_document}};
}

}  // namespace coreecs
