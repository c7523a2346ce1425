#include <string>
#include <string_view>
#include <vector>

#include "interp/classroom/commands/commands.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/io.hpp"
#include "interp/language/notation/xml.hpp"
#include "interp/views/explain/glossary.hpp"

namespace coreecs {

namespace {

// Which facts are on which page; the facts themselves are those of reference/words.md.
constexpr std::string_view symbols[] = {"↦", "⟨", "⟦", "∧", "⊥", "*", "λ", "•", "ν", "∥",
                                        "⨟", "⇓", "↓", "≜", "∈", "∪", "⋃", "≃", "≤"};
constexpr std::string_view of_programs[] = {"state", "entity", "query", "match", "mutation", "c ↓ m",
                                            "ν",     "system", "conc",  "seq",   "roll"};
constexpr std::string_view of_verdicts[] = {
    "∥",           "⨟",           "z(c)", "po_c(z)",     "linearization", "run",       "reference run", "commutativity",
    "influence",   "Theorem 4.7", "safe", "Theorem 4.5", "deterministic", "confluent", "race",          "lost update",
    "hidden race", "undecided"};

constexpr std::string_view head = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Core ECS: notation and verdicts</title>
<style>
@page { size: A4; margin: 11mm 12mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 186mm; color: #000; background: #fff;
       font: 7.8pt/1.27 "Noto Sans", "DejaVu Sans", "Segoe UI", sans-serif; }
h1 { font-size: 13pt; margin: 0 0 2mm; }
h2 { font-size: 9pt; margin: 2.2mm 0 0.8mm; }
section + section { break-before: page; }
.columns { columns: 2; column-gap: 7mm; column-fill: balance; }
dl { margin: 0; }
dt { font-weight: bold; margin-top: 1.5mm; break-after: avoid; }
dd { margin: 0; break-inside: avoid; }
p { margin: 0; }
pre, code, td.code { font-family: "DejaVu Sans Mono", "Noto Sans Mono", Consolas, monospace; font-size: 6.8pt; }
pre { margin: 0.6mm 0 0; white-space: pre-wrap; border-left: 0.5mm solid #999; padding-left: 1.5mm; }
table { border-collapse: collapse; width: 100%; break-inside: avoid; }
.then { height: 1.15em; width: 0.48em; vertical-align: -0.22em; fill: #fff; stroke: #000; stroke-width: 0.9; }
td { padding: 0.3mm 1.5mm 0.3mm 0; vertical-align: top; border-top: 0.2mm solid #ccc; }
</style>
</head>
<body>
)";

/// Text in HTML. ⨟, which few fonts have, is drawn.
std::string in_html(std::string_view text) {
  constexpr std::string_view
      then = "⨟",
      drawn = R"(<svg class="then" viewBox="0 0 5 12" role="img" aria-label="⨟">)"
              R"(<circle cx="2.5" cy="4" r="1.5"/><path d="M1 9a1.5 1.5 0 1 1 2.6 1L1.6 12z"/></svg>)";
  std::string out = in_xml(text);
  for (std::size_t at = 0; (at = out.find(then, at)) != std::string::npos; at += drawn.size())
    out.replace(at, then.size(), drawn);
  return out;
}

/// A row of code and words.
std::string row(std::string_view left, std::string_view right, bool is_code) {
  return "<tr><td class=\"code\">" + in_html(left) + "</td><td" + (is_code ? " class=\"code\"" : "") + ">" +
         in_html(right) + "</td></tr>\n";
}

/// Code, with references to the paper nearer to it than in the glossary.
std::string pulled_together(std::string_view code) {
  std::string out;
  const std::size_t begin = code.find_first_not_of(' ');
  for (const char c : code.substr(begin == std::string_view::npos ? 0 : begin)) {
    if (c == ' ' && out.ends_with("   ")) continue;
    out += c;
  }
  return out;
}

/// The paragraph that says what a word means, and the equations. What else there is of it is left to `explain`.
std::string definition(std::string_view word) {
  const GlossaryEntry* entry = find_entry(word);
  if (!entry) throw std::logic_error("the handout has an unknown word");
  std::string text, code;
  for (const std::string& part : entry->text)
    if (part.starts_with("  "))
      code += (code.empty() ? "" : "\n") + in_html(pulled_together(part));
    else if (text.empty())
      text = part;
  return "<dt>" + in_html(entry->title) + "</dt>\n<dd><p>" + in_html(text) + "</p>" +
         (code.empty() ? "" : "<pre>" + code + "</pre>") + "</dd>\n";
}

template <class Words>
std::string definitions(const Words& words) {
  std::string out = "<dl>\n";
  for (const std::string_view word : words) out += definition(word);
  return out + "</dl>\n";
}

std::string symbol_table() {
  std::string out = "<table>\n";
  for (const GlossaryEntry& entry : glossary())
    for (const std::string_view symbol : symbols)
      if (entry.command.empty() && entry.title.starts_with(symbol) && entry.text.size() == 2)
        out += row(entry.title, entry.text.front(), false);
  return out + "</table>\n";
}

std::string construct_table() {
  std::string out = "<table>\n";
  for (const Construct& construct : constructs_of_paper()) out += row(construct.paper, construct.json, true);
  return out + "</table>\n";
}

class HandoutCommand : public Command {
 public:
  explicit HandoutCommand(CommandLine& line)
      : Command(line, "Teach", "handout", "Print a web page with notation and verdicts, which fills two sheets A4") {}
  [[nodiscard]] Status run() const override {
    print(std::string(head) + "<section>\n<h1>Core ECS: notation</h1>\n<div class=\"columns\">\n<h2>Symbols</h2>\n" +
          symbol_table() + "<h2>In the paper, and in JSON</h2>\n" + construct_table() + definitions(of_programs) +
          "</div>\n</section>\n<section>\n<h1>Core ECS: schedules and verdicts</h1>\n<div class=\"columns\">\n" +
          definitions(of_verdicts) + "</div>\n</section>\n</body>\n</html>\n");
    return Status::Yes;
  }
  [[nodiscard]] Spelling ascii() const override { return Spelling::Xml; }
};

}  // namespace

std::shared_ptr<Command> handout_command(CommandLine& line) { return std::make_shared<HandoutCommand>(line); }

}  // namespace coreecs
