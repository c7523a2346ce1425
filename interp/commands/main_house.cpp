#include "interp/commands/commands.hpp"

namespace coreecs {

Part main_house() {
  return {.examples = R"(  coreecs run examples/toy_physics.json             every frame's state
  coreecs run world.json --frames 10 --by entity    ten frames, entity by entity
  coreecs check examples/toy_physics.json           does it always end in the same state? why, or why not?
  coreecs check world.json --schedule fast --json   the same, as JSON
  coreecs check world.json --certificate c.json     and write a proof of the verdicts
  coreecs verify-certificate world.json c.json      is the proof right?
  coreecs run world.json --replay r1.CeX7uR...      perform again a run that check showed
  coreecs run world.json --executor threads         run on all processors
  coreecs run world.json --executor threads --repeat 1000   do 1000 runs end in the same state?
  coreecs run world.json --executor threads --trace t.json   record which thread did what, and when
  coreecs check-trace world.json t.json             is that order a linearization, with these observations?
  coreecs linearizations world.json --sample 5      count the orders; show five at random, with their final states
  coreecs check world.json --static                 is it safe on every state? what its labels show
  coreecs prove world.json                          is it safe on every state? a proof or a counterexample
  coreecs check world.json --visibility shared      does it always end in the same state if systems share one state?
  coreecs check world.json --suggest                which edit of the schedule makes it confluent?
  coreecs compare world.json --with fast            does the schedule fast end as main does?
  coreecs show examples/toy_physics.json            the program in the paper's notation
  coreecs explain examples/toy_physics.json         how a frame and its verdicts come about, step by step
  coreecs explain roll                              what a word, a rule, a theorem or a symbol means
  coreecs graph world.json --format svg > order.svg   a picture of the order and its races
  coreecs report world.json -o world.html           all of this, as a page for the browser
  coreecs test examples/*.json                      check each program against its "expect"
  coreecs lint examples/*.json                      find unused parts and likely mistakes
  coreecs fuzz examples/toy_physics.json            is there a start from which it goes wrong?
  coreecs shrink world.json                         a small program that fails like this one
)",
          .commands = {run_command, check_command, prove_command, compare_command, test_command, show_command,
                       graph_command, explain_command, report_command, schema_command, lint_command,
                       linearizations_command, fuzz_command, merge_reports_command, shrink_command,
                       verify_certificate_command, check_trace_command, describe_command},
          .documents = {core_program, certificate_document, trace_document, report_document, token_document}};
}

}  // namespace coreecs
