// Jupyter notebooks (nbformat 3 and 4): cells in their order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/notebook.hpp"

#include "base/try.hpp"
#include "document/errors.hpp"
#include "document/markdown_writer.hpp"
#include "json/value.hpp"

namespace codeweaver::document {
namespace {

/// A text, or the lines of one.
std::string joined(const json::Value* value) {
  std::string out;
  if (value == nullptr) return out;
  if (const auto* text = value->if_string()) return *text;
  if (const auto* lines = value->if_array())
    for (const auto& line : *lines)
      if (const auto* text = line.if_string()) out += *text;
  return out;
}

std::string text_at(const json::Value& value, std::initializer_list<std::string_view> path) {
  const auto* at = &value;
  for (const auto key : path)
    if (at != nullptr) at = at->find(key);
  return joined(at);
}

std::string language_of(const json::Value& notebook) {
  for (const auto& name : {text_at(notebook, {"metadata", "language_info", "name"}),
                           text_at(notebook, {"metadata", "kernelspec", "language"})})
    if (!name.empty() && name.find_first_of(" \t\r\n`") == std::string::npos) return name;
  return "python";
}

void write_cell(const json::Value& cell, const std::string& language, MarkdownWriter& writer) {
  const auto type = text_at(cell, {"cell_type"});
  if (type == "code") {
    const auto* source = cell.find("source");
    writer.code(language, joined(source != nullptr ? source : cell.find("input")));
  } else if (type == "heading") {
    const auto* level = cell.find("level");
    const auto* number = level != nullptr ? level->if_integer() : nullptr;
    writer.heading(number != nullptr && *number > 0 ? static_cast<std::uint32_t>(*number) : 1,
                   text_at(cell, {"source"}));
  } else {
    writer.markdown(text_at(cell, {"source"}));
  }
}

}  // namespace

Result<std::string> notebook_to_markdown(std::string_view bytes, const Limits& limits) {
  const auto notebook = json::parse(bytes);
  if (!notebook) return corrupt(notebook.error().cause);
  MarkdownWriter writer(Kind::kNotebook, limits.text_bytes);
  const auto language = language_of(*notebook);
  std::uint32_t number = 0;
  const auto write_cells = [&](const json::Value& holder) {
    const auto* cells = holder.find("cells");
    if (cells == nullptr || !cells->is_array()) return false;
    for (const auto& cell : *cells->if_array()) {
      if (writer.is_full()) break;
      writer.begin_part(++number);
      write_cell(cell, language, writer);
    }
    return true;
  };
  bool has_cells = write_cells(*notebook);
  if (const auto* sheets = notebook->find("worksheets"); sheets != nullptr && sheets->is_array())
    for (const auto& sheet : *sheets->if_array()) has_cells = write_cells(sheet) || has_cells;
  if (!has_cells) return corrupt("it has no cells");
  return writer.finish();
}

}  // namespace codeweaver::document
