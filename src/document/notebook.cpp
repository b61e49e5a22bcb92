// Jupyter notebooks (nbformat 3 and 4): converts cells in order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/notebook.hpp"

#include <optional>
#include <vector>

#include "base/try.hpp"
#include "document/budget.hpp"
#include "document/errors.hpp"
#include "document/markdown_writer.hpp"
#include "json/body.hpp"
#include "json/extent.hpp"
#include "json/integer.hpp"

namespace codeweaver::document {
namespace {

constexpr std::size_t kTextDepth = 4;  // of a list of lines, with a margin

/// The text of a member: a string or a list of lines. nullopt: invalid.
std::optional<std::string> joined(std::string_view text) {
  const auto value =
      json::parse_body(text, {.max_depth = kTextDepth, .max_values = json::kMaxListValues});
  if (!value) return std::nullopt;
  if (const auto* whole = value->if_string()) return *whole;
  std::string out;
  if (const auto* lines = value->if_array())
    for (const auto& line : *lines)
      if (const auto* part = line.if_string()) out += *part;
  return out;
}

/// The raw value of the member `name`. Empty: no such member.
std::string_view part_of(std::string_view object, std::string_view name) {
  std::string_view found;
  json::for_each_member(object, [&](std::string_view member, std::string_view value) {
    if (member == name) found = value;
    return true;
  });
  return found;
}

/// The text of the member `name`. Empty: no such member, or not a string.
std::string text_at(std::string_view object, std::string_view name) {
  const auto found = part_of(object, name);
  return found.starts_with('"') ? joined(found).value_or("") : std::string();
}

/// Tries the names of the notebook's language, then its file extension, lexer and kernel. If all
/// are unknown, returns the first name that is not an extension, or "python".
std::string language_of(std::string_view metadata, FindLanguage find_language) {
  const auto info = part_of(metadata, "language_info");
  const auto kernel = part_of(metadata, "kernelspec");
  std::string first;
  for (const auto& name :
       {text_at(info, "name"), text_at(kernel, "language"), text_at(info, "file_extension"),
        text_at(info, "pygments_lexer"), text_at(kernel, "name")}) {
    if (name.empty() || name.find_first_of(" \t\r\n`") != std::string::npos) continue;
    if (find_language != nullptr)
      if (auto known = find_language(name); !known.empty()) return known;
    if (first.empty() && !name.starts_with('.')) first = name;
  }
  return first.empty() ? "python" : first;
}

/// Raw members of one cell.
struct Cell {
  std::string_view type, source, input, level;
};

void write_cell(std::string_view text, const std::string& language, MarkdownWriter& writer) {
  Cell cell;
  const bool is_whole =
      json::for_each_member(text, [&](std::string_view name, std::string_view value) {
        if (name == "cell_type") cell.type = value;
        if (name == "source") cell.source = value;
        if (name == "input") cell.input = value;
        if (name == "level") cell.level = value;
        return true;
      });
  const bool is_code = cell.type == "\"code\"";
  const auto source = is_code && cell.source.empty() ? cell.input : cell.source;
  const auto content = is_whole && !source.empty() ? joined(source) : std::nullopt;
  if (!content) return;
  if (is_code) return writer.code(language, *content);
  if (cell.type != "\"heading\"") return writer.markdown(*content);
  const auto level = json::parse_body(cell.level);
  const auto number = level ? json::as_integer(*level) : std::nullopt;
  writer.heading(number && *number > 0 && *number < 100 ? static_cast<std::uint32_t>(*number) : 1,
                 *content);
}

}  // namespace

Result<std::string> notebook_to_markdown(std::string_view bytes, const Limits& limits,
                                         FindLanguage find_language) {
  Budget budget(limits);
  std::string_view metadata, sheets;
  std::vector<std::string_view> lists;  // lists of cells
  const auto take_cells = [&](std::string_view name, std::string_view value) {
    if (name == "cells" && value.starts_with('[')) lists.push_back(value);
    return true;
  };
  const bool is_whole =
      json::for_each_member(bytes, [&](std::string_view name, std::string_view value) {
        if (name == "metadata") metadata = value;
        if (name == "worksheets") sheets = value;
        return take_cells(name, value);
      });
  if (!is_whole) return corrupt("it is truncated or not JSON");
  json::for_each_item(
      sheets, [&](std::string_view sheet) { return json::for_each_member(sheet, take_cells); });
  if (lists.empty()) return corrupt("it has no cells");
  MarkdownWriter writer(Kind::kNotebook, limits.text_bytes);
  const auto language = language_of(metadata, find_language);
  std::uint32_t number = 0;
  for (const auto list : lists)
    json::for_each_item(list, [&](std::string_view cell) {
      writer.begin_part(++number);
      write_cell(cell, language, writer);
      return !writer.is_full() && budget.may_go_on();
    });
  CODEWEAVER_TRY(budget.check());
  return writer.finish();
}

}  // namespace codeweaver::document
