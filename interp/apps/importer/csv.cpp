// A table: a header, and for each system a row, or one row for each of its queries. Spaces, ; or | separate the names
// in a cell.
#include <algorithm>
#include <charconv>

#include "interp/apps/importer/assembly.hpp"

namespace coreecs::importer {

namespace {

struct Cell {
  std::string text;
  TextPosition at;
};
using Row = std::vector<Cell>;

/// Reads rows as RFC 4180 has them. The first line may use another separator instead of commas.
class Table {
 public:
  explicit Table(std::string_view text) : text_(text) {
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") text_.remove_prefix(3);
    const std::string_view first = text_.substr(0, text_.find('\n'));
    for (const char c : {',', '\t', ';'})
      if (first.find(c) != std::string_view::npos) {
        separator_ = c;
        break;
      }
  }

  /// The next row that is not empty; an empty one at the end.
  Row next() {
    while (at_ < text_.size()) {
      Row row = any();
      if (row.size() > 1 || !trimmed(row[0].text).empty()) return row;
    }
    return {};
  }

 private:
  Row any() {
    Row row;
    while (true) {
      row.push_back(cell());
      if (at_ >= text_.size()) return row;
      if (get() == '\n') return row;
    }
  }

  Cell cell() {
    Cell cell{{}, place_};
    const bool quoted = at_ < text_.size() && text_[at_] == '"';
    if (quoted) get();
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (quoted && c == '"') {
        get();
        if (at_ >= text_.size() || text_[at_] != '"') break;
      } else if (!quoted && (c == separator_ || c == '\n')) {
        break;
      }
      cell.text += get();
    }
    if (at_ < text_.size() && text_[at_] == '\r') get();
    if (!cell.text.empty() && cell.text.back() == '\r') cell.text.pop_back();
    if (quoted && at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n')
      throw Unreadable{place_, "found text behind a quote that ends a cell; expected the next cell"};
    if (quoted && at_ >= text_.size() && text_.back() != '"')
      throw Unreadable{cell.at, "found a cell without its end; expected \""};
    return cell;
  }

  char get() {
    const char c = text_[at_++];
    ++place_.column;
    if (c == '\n') place_ = {place_.line + 1, 1};
    return c;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  TextPosition place_;
  char separator_ = ',';
};

std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> out{""};
  for (const char c : text)
    if (c == ' ' || c == ';' || c == '|' || c == '\t' || c == '\n')
      out.emplace_back();
    else
      out.back() += c;
  out.erase(std::remove(out.begin(), out.end(), ""), out.end());
  return out;
}

bool is_true(const Cell& cell) {
  const std::string_view text = trimmed(cell.text);
  for (const std::string_view yes : {"true", "yes", "1", "x"})
    if (text == yes) return true;
  for (const std::string_view no : {"", "false", "no", "0"})
    if (text == no) return false;
  throw Unreadable{cell.at, "found " + in_quotes(cell.text) + "; expected true or false"};
}

class CsvImporter {
 public:
  explicit CsvImporter(const std::string& name) : assembly_(name) {}

  Imported read(std::string_view text) && {
    Table table(text);
    header(table.next());
    for (Row row = table.next(); !row.empty(); row = table.next()) this->row(row);
    if (short_rows_ > 0)
      assembly_.warn(first_short_,
                     "found fewer cells than columns" +
                         (short_rows_ > 1 ? " in " + std::to_string(short_rows_) + " rows" : std::string()) +
                         "; the others are taken as empty");
    if (assembly_.app().systems.empty())
      throw Unreadable{{1, 1}, "found no row behind the header; expected a row for each system"};
    for (const Deferred& one : deferred_) constrain(one);
    if (const auto& systems = assembly_.app().systems; !assembly_.app().stages.empty())
      for (const app::System& one : systems)
        if (!one.stage)
          throw Unreadable{{1, 1},
                           "found the system " + in_quotes(one.name) + " without a stage; expected one for each"};
    return std::move(assembly_).done();
  }

 private:
  /// A constraint on a node that may be declared later.
  struct Deferred {
    std::size_t system;
    std::string column;
    std::string name;
    TextPosition at;
  };
  using Kind = app::Component::Kind;

  static constexpr std::string_view known[] = {
      "system",          "reads",  "writes", "optional", "with",           "without",   "resource_reads",
      "resource_writes", "insert", "remove", "spawn",    "destroy",        "exclusive", "thread",
      "stage",           "sets",   "before", "after",    "ambiguous_with", "run_if",    "duration"};

  void header(const Row& row) {
    for (const Cell& cell : row) {
      std::string name(trimmed(cell.text));
      for (char& c : name) c = c == ' ' || c == '-' ? '_' : static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
      if (std::find(std::begin(known), std::end(known), name) == std::end(known)) {
        Problems near;
        near.report_unknown({}, "column", name, {std::begin(known), std::end(known)});
        for (const Problem& problem : std::move(near).in_order())
          assembly_.warn(cell.at, "found the " + problem.message + "; it is left out");
        name.clear();
      }
      columns_.push_back(std::move(name));
    }
    if (std::find(columns_.begin(), columns_.end(), "system") == columns_.end())
      throw Unreadable{{1, 1}, "found no column \"system\" in the first line; expected one with the names of systems"};
  }

  void row(const Row& row) {
    interrupt::poll();
    std::optional<std::size_t> system;
    for (std::size_t k = 0; k < row.size() && k < columns_.size(); ++k)
      if (columns_[k] == "system" && !trimmed(row[k].text).empty())
        system = assembly_.system(std::string(trimmed(row[k].text)));
    if (!system) throw Unreadable{row[0].at, "found a row without the name of a system"};
    if (row.size() > columns_.size())
      assembly_.warn(row[columns_.size()].at, "found more cells than columns; they are left out");
    if (row.size() < columns_.size() && short_rows_++ == 0) first_short_ = row[0].at;
    app::Query query;
    for (std::size_t k = 0; k < row.size() && k < columns_.size(); ++k) cell(*system, columns_[k], row[k], query);
    for (std::size_t k = 0; k < row.size() && k < columns_.size(); ++k)
      if (columns_[k] == "optional") leave_out_others(query, row[k]);
    without(query.reads, query.writes);
    app::System& of = assembly_.app().systems[*system];
    without(of.reads, of.writes);
    if (!(query == app::Query())) assembly_.app().systems[*system].queries.push_back(std::move(query));
  }

  /// Removes the labels in `writes` from `reads`.
  static void without(app::Labels& reads, const app::Labels& writes) {
    std::erase_if(reads, [&](std::size_t label) { return has(writes, label); });
  }
  static bool has(const app::Labels& all, std::size_t label) {
    return std::find(all.begin(), all.end(), label) != all.end();
  }

  /// Optional components must be read or written in the same row; warns about others and leaves them out.
  void leave_out_others(app::Query& query, const Cell& cell) {
    std::erase_if(query.optional, [&](std::size_t label) {
      if (has(query.reads, label) || has(query.writes, label)) return false;
      assembly_.warn(cell.at, "found " + in_quotes(assembly_.app().components[label].name) +
                                  " among what is optional, which the row neither reads nor writes; it is left out");
      return true;
    });
  }

  app::Labels labels(const Cell& cell, Kind kind) {
    app::Labels out;
    for (const std::string& name : names_in(cell.text)) {
      const std::size_t label = assembly_.component(name, kind);
      if (assembly_.app().components[label].kind != kind)
        throw Unreadable{cell.at, "found " + in_quotes(name) + ", which is a " +
                                      (kind == Kind::Resource ? "component" : "resource") + " elsewhere in the table"};
      if (!has(out, label)) out.push_back(label);
    }
    return out;
  }
  static void add(app::Labels& to, const app::Labels& more) {
    for (const std::size_t label : more)
      if (!has(to, label)) to.push_back(label);
  }

  void cell(std::size_t number, const std::string& column, const Cell& cell, app::Query& query) {
    const std::string text(trimmed(cell.text));
    if (text.empty() || column.empty() || column == "system") return;
    app::Commands& commands = assembly_.app().systems[number].commands;
    if (column == "reads") query.reads = labels(cell, Kind::Component);
    if (column == "writes") query.writes = labels(cell, Kind::Component);
    if (column == "optional") query.optional = labels(cell, Kind::Component);
    if (column == "with") query.filter.with = labels(cell, Kind::Component);
    if (column == "without") query.filter.without = labels(cell, Kind::Component);
    if (column == "insert") add(commands.insert, labels(cell, Kind::Component));
    if (column == "remove") add(commands.remove, labels(cell, Kind::Component));
    if (column == "spawn") commands.spawn.push_back(labels(cell, Kind::Component));
    if (column == "destroy") commands.destroy.push_back({labels(cell, Kind::Component), {}});
    app::System& system = assembly_.app().systems[number];
    if (column == "resource_writes") add(system.writes, labels(cell, Kind::Resource));
    if (column == "resource_reads") add(system.reads, labels(cell, Kind::Resource));
    if (column == "exclusive") system.exclusive = system.exclusive || is_true(cell);
    if (column == "thread") system.thread = text;
    if (column == "stage") system.stage = assembly_.stage(text);
    if (column == "run_if")
      for (std::string& name : names_in(text)) system.configuration.run_if.push_back(std::move(name));
    if (column == "duration") system.duration = duration(cell);
    if (column == "sets")
      for (const std::string& name : names_in(text)) system.configuration.in.push_back(assembly_.set(name, cell.at));
    for (const char* later : {"before", "after", "ambiguous_with"})
      if (column == later)
        for (std::string& name : names_in(text)) deferred_.push_back({number, column, std::move(name), cell.at});
  }

  /// 3, or 1..5
  static app::Duration duration(const Cell& cell) {
    const std::string text(trimmed(cell.text));
    const std::size_t dots = text.find("..");
    const auto number = [&](const std::string& part) {
      std::size_t end = 0;
      double x = -1;
      try {
        x = std::stod(part, &end);
      } catch (const std::logic_error&) {
        end = 0;
      }
      if (end != part.size() || end == 0 || !(x >= 0 && x < 1e300))
        throw Unreadable{cell.at, "found " + in_quotes(text) + "; expected a duration, as 3 or 1..5"};
      return x;
    };
    const app::Duration duration{number(text.substr(0, dots)),
                                 number(dots == std::string::npos ? text : text.substr(dots + 2))};
    if (duration.least > duration.most)
      throw Unreadable{cell.at, "found " + in_quotes(text) + "; expected the least duration first"};
    return duration;
  }

  void constrain(const Deferred& one) {
    app::Configuration& of = assembly_.app().systems[one.system].configuration;
    if (one.column == "ambiguous_with" && one.name == "all") {
      of.ambiguous_with_all = true;
      of.ambiguous_with.clear();
      return;
    }
    const auto system = assembly_.find_system(one.name), set = assembly_.find_set(one.name);
    if (!system && !set)
      throw Unreadable{one.at, "found " + in_quotes(one.name) + ", which is neither a system nor a set of the table"};
    const app::Node node = system ? app::Node{app::Node::Kind::System, *system} : app::Node{app::Node::Kind::Set, *set};
    if (one.column == "ambiguous_with" && of.ambiguous_with_all) return;
    (one.column == "before" ? of.before : one.column == "after" ? of.after : of.ambiguous_with).push_back(node);
  }

  Assembly assembly_;
  std::vector<std::string> columns_;  // "" for an unknown column
  std::size_t short_rows_ = 0;        // with fewer cells than columns
  TextPosition first_short_;
  std::vector<Deferred> deferred_;
};

}  // namespace

Imported import_csv(std::string_view text, const std::string& name) { return CsvImporter(name).read(text); }

}  // namespace coreecs::importer
