// Changes one table. Each edit of the text is a guess that is accepted only if its parsed result is
// the expected one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/toml_entry.hpp"

#include <algorithm>
#include <sstream>

#include "base/joined.hpp"
#include "base/try.hpp"
#include "settings/toml_file.hpp"
#include "settings/toml_parser.hpp"
#include "settings/toml_position.hpp"
#include "settings/toml_text.hpp"

namespace codeweaver::settings {
namespace {

/// Parses a file. Errors: see the header.
Result<toml::table> parse_table_file(std::string_view text) {
  if (text.size() > kMaxTomlBytes || line_too_deep(text) != 0)
    return Error{ErrorCategory::kInvalidArgument, "INVALID_SETTINGS_FILE",
                 "The file is larger than " + std::to_string(kMaxTomlBytes >> 10U) +
                     " KiB, or nested deeper than " + std::to_string(kMaxTomlDepth) + " levels",
                 "reading settings", "Change the file by hand."};
  CODEWEAVER_TRY(check_toml(text));
  return toml::parse(text);
}

Error form_not_supported(const TomlTable& table) {
  return {
      ErrorCategory::kUnsupported, "SETTINGS_FILE_FORM",
      "[" + table.section + '.' + table.name + "] has a form that cannot be changed automatically",
      "changing settings", "Change the file by hand."};
}

const toml::table* find_table(const toml::table& root, const TomlTable& table) {
  return root[table.section][table.name].as_table();
}

/// Whether two tables are equal, also with values that are not equal to themselves (nan).
bool are_equal(const toml::table& a, const toml::table& b) {
  const auto written = [](const toml::table& table) {
    std::ostringstream out;
    out << toml::toml_formatter{table};
    return out.str();
  };
  return a == b || written(a) == written(b);
}

/// Whether a text parses to `expected`.
bool says(std::string_view text, const toml::table& expected) {
  try {
    return are_equal(toml::parse(text), expected);
  } catch (const toml::parse_error&) {
    return false;
  }
}

std::string_view line_end_of(std::string_view text) {
  return text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
}

/// Adds a line end after the last line if it is missing.
std::string whole_lines(std::string_view text) {
  std::string out(text);
  if (!out.empty() && !out.ends_with('\n')) out += line_end_of(text);
  return out;
}

/// Inserts a line after a line, whose line end may be missing.
std::string with_line_behind(std::string_view text, std::size_t line, const std::string& added) {
  auto out = whole_lines(text);
  return out.insert(line_begin(out, line + 1), added + std::string(line_end_of(text)));
}

std::string with_table_at_end(std::string_view text, const TomlTable& table,
                              const std::vector<std::string>& lines) {
  const std::string end(line_end_of(text));
  auto out = whole_lines(text);
  if (out.find_first_not_of("\xEF\xBB\xBF") != std::string::npos) out += end;
  out.append("[").append(table.section).append(".").append(table.name).append("]").append(end);
  for (const auto& line : lines) out.append(line).append(end);
  return out;
}

/// A range of lines of a text, from 1, inclusive.
struct Lines {
  std::size_t first = 0, last = 0;
};

std::string without_lines(std::string_view text, const Lines& lines) {
  const auto begin = line_begin(text, lines.first), end = line_begin(text, lines.last + 1);
  return std::string(text.substr(0, begin)).append(text.substr(end));
}

/// One change of an existing table. Returns candidate texts, most likely first.
class ValueEdit {
 public:
  ValueEdit(std::string_view text, const TomlTable& name, const toml::table& table,
            const std::string& key)
      : text_(text), name_(name), table_(table), key_(key) {}

  std::vector<std::string> setting(const std::string& value) const {
    const auto found = table_.find(key_);
    if (found == table_.end()) return inserting(value);
    const auto begin = at(found->second.source().begin), end = at(found->second.source().end);
    return {std::string(text_).replace(begin, end - begin, value)};
  }

  std::vector<std::string> removing() const {
    const auto found = table_.find(key_);
    if (found == table_.end()) return {std::string(text_)};
    const auto& key = found->first.source();
    const auto& value = found->second.source();
    return {without_lines(text_, {key.begin.line, value.end.line}),
            without_item(at(key.begin), at(value.end))};
  }

 private:
  std::size_t at(const toml::source_position& position) const {
    return settings::offset_of(text_, position.line, position.column);
  }

  std::vector<std::string> inserting(const std::string& value) const {
    const auto line = key_ + " = " + value;
    const auto& head = table_.source();
    const auto begin = at(head.begin);
    if (begin < text_.size() && text_[begin] == '{')
      return {std::string(text_).insert(begin + 1, ' ' + line + (table_.empty() ? " " : ","))};
    std::vector<std::string> texts;
    if (!table_.empty()) texts.push_back(beside_first(line));
    if (begin < text_.size() && text_[begin] == '[')
      texts.push_back(with_line_behind(text_, head.end.line, line));
    texts.push_back(with_table_at_end(text_, name_, {line}));
    return texts;
  }

  /// Inserts a line below the first key, with the same text before it: spaces, or the first part of
  /// a dotted key (codeweaver.command = "...").
  std::string beside_first(const std::string& line) const {
    const auto& key = table_.begin()->first.source();
    const auto begin = line_begin(text_, key.begin.line);
    const std::string words(text_.substr(begin, at(key.begin) - begin));
    return with_line_behind(text_, table_.begin()->second.source().end.line, words + line);
  }

  /// Removes an item of an inline table, with its comma.
  std::string without_item(std::size_t begin, std::size_t end) const {
    const auto next = text_.find_first_not_of(" \t", end);
    const auto before = text_.find_last_not_of(" \t", begin == 0 ? 0 : begin - 1);
    if (next != std::string_view::npos && text_[next] == ',') {
      begin = before == std::string_view::npos ? begin : before + 1;
      end = next + 1;
    } else if (before != std::string_view::npos && text_[before] == ',') {
      begin = before;
    }
    return std::string(text_).erase(begin, end - begin);
  }

  std::string_view text_;
  const TomlTable& name_;
  const toml::table& table_;
  const std::string& key_;
};

/// Returns `root` after the change.
toml::table with_value(toml::table root, const TomlTable& name, const std::string& key,
                       const std::optional<std::string>& value) {
  auto& table = *root[name.section][name.name].as_table();
  if (!value) {
    table.erase(key);
    return root;
  }
  const toml::table given = toml::parse("value = " + *value);
  given["value"].visit([&](const auto& node) { table.insert_or_assign(key, node); });
  return root;
}

/// Whether the table is written in braces.
bool is_inline(std::string_view text, const toml::table& table) {
  return text.substr(offset_of(text, table.source().begin)).starts_with('{');
}

/// Returns the first text that parses to `expected`.
Result<std::string> first_that_says(std::vector<std::string> texts, const toml::table& expected,
                                    const TomlTable& table) {
  const auto found =
      std::ranges::find_if(texts, [&](const auto& text) { return says(text, expected); });
  return found != texts.end() ? Result<std::string>(std::move(*found)) : form_not_supported(table);
}

Result<std::string> with_new_table(std::string_view text, const toml::table& root,
                                   const TomlTable& name, const TomlChanges& changes) {
  std::vector<std::string> lines;
  toml::table expected = root;
  if (!expected.contains(name.section)) expected.insert(name.section, toml::table{});
  auto* const section = expected[name.section].as_table();
  if (section == nullptr || section->contains(name.name)) return form_not_supported(name);
  section->insert(name.name, toml::table{});
  for (const auto& [key, value] : changes) {
    if (!value) continue;
    lines.push_back(key + " = " + *value);
    expected = with_value(std::move(expected), name, key, value);
  }
  std::vector<std::string> texts = {with_table_at_end(text, name, lines)};
  if (const auto* const is = root[name.section].as_table(); is != nullptr && is_inline(text, *is))
    texts = ValueEdit(text, name, *is, name.name).setting("{ " + base::joined(lines, ", ") + " }");
  return first_that_says(std::move(texts), expected, name);
}

std::size_t last_line_of(const toml::node& node) {
  std::size_t last = node.source().end.line;
  if (const auto* table = node.as_table())
    for (const auto& [key, inner] : *table) last = std::max(last, last_line_of(inner));
  return last;
}

/// Collects the lines of a table and its sub-tables: from each header to its last value, and dotted
/// keys separately.
void collect_lines(std::string_view text, const toml::table& table, std::vector<Lines>& out) {
  const auto is_at = [&](const toml::node& node, std::string_view mark) {
    return text.substr(offset_of(text, node.source().begin)).starts_with(mark);
  };
  Lines own{table.source().begin.line, table.source().end.line};
  const bool has_head = is_at(table, "[");
  for (const auto& [key, node] : table) {
    const auto* const inner = node.as_table();
    const auto* const list = node.as_array();
    if (inner != nullptr && is_at(*inner, "[")) {
      collect_lines(text, *inner, out);
    } else if (list != nullptr && list->is_array_of_tables() && is_at(node, "[[")) {
      for (const auto& item : *list) collect_lines(text, *item.as_table(), out);
    } else if (has_head) {
      own.last = std::max(own.last, last_line_of(node));
    } else if (inner != nullptr && !is_at(*inner, "{")) {
      collect_lines(text, *inner, out);
    } else {
      out.push_back({key.source().begin.line, node.source().end.line});
    }
  }
  if (has_head) out.push_back(own);
}

/// Returns the text without the lines of the table and without the blank line before its header.
std::string without_table_lines(std::string_view text, const toml::table& section,
                                const std::string& name) {
  const auto entry = section.find(name);
  const auto& table = *entry->second.as_table();
  std::vector<Lines> lines;
  if (is_inline(text, table))
    lines.push_back({entry->first.source().begin.line, table.source().end.line});
  else
    collect_lines(text, table, lines);
  std::ranges::sort(lines, {}, &Lines::first);
  std::string out;
  std::size_t done = 0;
  for (const auto& one : lines) {
    const auto begin = line_begin(text, one.first), end = line_begin(text, one.last + 1);
    if (end <= done) continue;
    if (begin > done) out += text.substr(done, begin - done);
    const auto blank = std::string(line_end_of(text)) + std::string(line_end_of(text));
    if (text.substr(begin).starts_with('[') && out.ends_with(blank))
      out.resize(out.size() - blank.size() / 2);
    done = end;
  }
  return out.append(text.substr(done));
}

/// Removes the table, and its section if that is then empty.
toml::table without_table(toml::table root, const TomlTable& name) {
  if (auto* const section = root[name.section].as_table()) {
    section->erase(name.name);
    if (section->empty()) root.erase(name.section);
  }
  return root;
}

}  // namespace

Result<std::optional<std::string>> toml_table(std::string_view text, const TomlTable& table) {
  CODEWEAVER_ASSIGN(const auto root, parse_table_file(text));
  const auto* const found = find_table(root, table);
  if (found == nullptr) return std::optional<std::string>();
  std::ostringstream out;
  out << toml::json_formatter{*found};
  return std::optional(out.str());
}

Result<std::string> with_toml_table(std::string_view text, const TomlTable& table,
                                    const TomlChanges& changes) {
  CODEWEAVER_ASSIGN(auto root, parse_table_file(text));
  if (find_table(root, table) == nullptr) return with_new_table(text, root, table, changes);
  std::string out(text);
  for (const auto& [key, value] : changes) {
    const auto expected = with_value(root, table, key, value);
    const ValueEdit edit(out, table, *find_table(root, table), key);
    CODEWEAVER_ASSIGN(
        out, first_that_says(value ? edit.setting(*value) : edit.removing(), expected, table));
    root = toml::parse(out);
  }
  return out;
}

Result<std::optional<std::string>> without_toml_table(std::string_view text,
                                                      const TomlTable& table) {
  CODEWEAVER_ASSIGN(const auto root, parse_table_file(text));
  const auto* const found = find_table(root, table);
  if (found == nullptr) return std::optional<std::string>();
  const auto& section = *root[table.section].as_table();
  auto texts = is_inline(text, section)
                   ? ValueEdit(text, table, section, table.name).removing()
                   : std::vector{without_table_lines(text, section, table.name)};
  for (auto& out : texts) {
    try {
      const auto left = toml::parse(out);
      if (find_table(left, table) == nullptr &&
          are_equal(without_table(left, table), without_table(root, table)))
        return std::optional(std::move(out));
    } catch (const toml::parse_error&) {
    }
  }
  return form_not_supported(table);
}

}  // namespace codeweaver::settings
