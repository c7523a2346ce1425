/// Questions about a program, answered as the commands answer them, from text to text: for a page in a
/// browser, which has neither files nor processes.
#pragma once

#include <string>
#include <string_view>

namespace coreecs {

/// The answer, in JSON, to a question about the program in `text`. `options` is a JSON object. All questions take
/// "schedule", "frames", "limit" and "ms", the time after which an answer is given up; it has an effect where nothing
/// else can interrupt, in a browser.
///
/// | command | answer | further options |
/// |---|---|---|
/// | look | the schedules, what lint finds, and the data of the page that `report` writes | |
/// | report | that page, as a string | |
/// | check, suggest | the document of `check --json`, and of `check --suggest --json` | |
/// | test | of each schedule with an expectation, the lines that `test` prints | |
/// | order | how a frame ends in another order of its invocations | "frame", "order" |
/// | sample | the document of `run --schedule-seed S --repeat N --json` | "seed", "runs" |
/// | shrink | the program that `shrink` prints | "verdict" |
/// | fuzz | whether the schedule fails from starts that were found, and programs with these | "seed", "cases" |
/// | show | what `show` prints, as a string | |
///
/// If the program is wrong, the answer is { "problems": [{ "pointer", "message", "line", "column" }] }; if there is no
/// answer, { "error": "why" }. Throws nothing but std::bad_alloc. Cost: that of the command.
[[nodiscard]] std::string answer(std::string_view command, const std::string& text, const std::string& options);

}  // namespace coreecs
