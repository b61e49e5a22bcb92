// Word documents (ISO/IEC 29500-1, WordprocessingML): headings, lists, tables, pages, footnotes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/docx.hpp"

#include <charconv>
#include <map>
#include <vector>

#include "base/try.hpp"
#include "document/archive.hpp"
#include "document/markdown_writer.hpp"
#include "document/xml.hpp"

namespace codeweaver::document {
namespace {

constexpr std::size_t kMaxNesting = 32;  // of tables in tables
constexpr std::size_t kMaxBases = 16;    // of a style on a style

std::uint32_t number_of(std::string_view text, std::uint32_t otherwise) noexcept {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : otherwise;
}

/// What a style makes of a paragraph.
struct Style {
  std::uint32_t heading = 0;  ///< level; 0: none
  bool is_list = false;
  std::string base;
};
using Styles = std::map<std::string, Style, std::less<>>;

std::uint32_t heading_by_name(std::string_view name) noexcept {
  if (name == "Title" || name == "title") return 1;
  for (const std::string_view start : {"heading ", "Heading "})
    if (name.starts_with(start)) return number_of(name.substr(start.size()), 0);
  return 0;
}

/// Level of an outline as Word counts it, from 0; 9 is body text.
std::uint32_t heading_by_outline(const pugi::xml_node& properties) noexcept {
  const auto level = child(properties, "outlineLvl");
  const auto number = level ? number_of(attribute(level, "val"), 9) : 9;
  return number < 9 ? number + 1 : 0;
}

bool has_number(const pugi::xml_node& properties) noexcept {
  const auto numbering = child(properties, "numPr");
  return numbering && attribute(child(numbering, "numId"), "val") != "0";
}

Styles read_styles(const pugi::xml_node& root) {
  Styles styles;
  for (const auto& node : root.children()) {
    if (local_name(node) != "style") continue;
    const auto properties = child(node, "pPr");
    Style style;
    style.heading = heading_by_name(attribute(child(node, "name"), "val"));
    if (style.heading == 0) style.heading = heading_by_outline(properties);
    style.is_list = has_number(properties);
    style.base = attribute(child(node, "basedOn"), "val");
    styles.insert_or_assign(std::string(attribute(node, "styleId")), std::move(style));
  }
  return styles;
}

/// Reads one part of the archive into the writer.
class Reader {
 public:
  Reader(const Styles& styles, MarkdownWriter& writer) : styles_(styles), writer_(writer) {}

  /// Children of a body, of a cell, of a note.
  void blocks(const pugi::xml_node& parent, std::size_t depth = 0) {
    for (const auto& node : parent.children()) {
      if (writer_.is_full() || depth > kMaxNesting) return;
      const auto name = local_name(node);
      if (name == "p") {
        paragraph(node);
      } else if (name == "tbl") {
        table(node, depth);
      } else if (name == "sdt") {
        blocks(child(node, "sdtContent"), depth + 1);
      } else if (name == "ins" || name == "customXml" || name == "smartTag") {
        blocks(node, depth + 1);
      }
    }
  }

 private:
  struct Shape {
    std::uint32_t heading = 0, depth = 0;
    bool is_list = false;
  };

  Shape shape_of(const pugi::xml_node& paragraph) const {
    const auto properties = child(paragraph, "pPr");
    Shape shape;
    shape.heading = heading_by_outline(properties);
    shape.is_list = has_number(properties);
    const auto level = child(child(properties, "numPr"), "ilvl");
    if (level) shape.depth = number_of(attribute(level, "val"), 0);
    auto id = std::string(attribute(child(properties, "pStyle"), "val"));
    for (std::size_t i = 0; i < kMaxBases && !id.empty(); ++i) {
      const auto style = styles_.find(id);
      if (style == styles_.end()) {
        if (shape.heading == 0) shape.heading = heading_by_name(id);
        break;
      }
      if (shape.heading == 0) shape.heading = style->second.heading;
      shape.is_list = shape.is_list || style->second.is_list;
      id = style->second.base;
    }
    return shape;
  }

  void paragraph(const pugi::xml_node& node) {
    std::string text;
    std::uint32_t pages = 0;  // that begin in it
    append_text(node, text, pages);
    const auto shape = shape_of(node);
    // A break at the start of a paragraph comes before it, one inside is told after it.
    const bool is_before = pages > 0 && begins_with_break(node);
    if (is_before) begin_page(pages);
    if (shape.heading > 0)
      writer_.heading(shape.heading, text);
    else if (shape.is_list)
      writer_.item(shape.depth, text);
    else
      writer_.paragraph(text);
    if (pages > 0 && !is_before) begin_page(pages);
  }

  void begin_page(std::uint32_t pages) {
    page_ += pages;
    writer_.begin_part(page_);
  }

  static bool is_page_break(const pugi::xml_node& node) noexcept {
    const auto name = local_name(node);
    return name == "lastRenderedPageBreak" || (name == "br" && attribute(node, "type") == "page");
  }

  static bool begins_with_break(const pugi::xml_node& paragraph) {
    bool begins = false, is_decided = false;
    walk(paragraph, [&](const pugi::xml_node& node) {
      if (is_decided) return false;
      const auto name = local_name(node);
      if (is_page_break(node)) begins = is_decided = true;
      if (name == "t" && node.text().get()[0] != '\0') is_decided = true;
      return name != "pPr";
    });
    return begins;
  }

  /// Text of runs, whatever is around them; not what was deleted, nor codes of fields.
  static void append_text(const pugi::xml_node& paragraph, std::string& out, std::uint32_t& pages) {
    bool was_break = false;  // Word writes a break, and where it rendered it
    walk(paragraph, [&](const pugi::xml_node& node) {
      const auto name = local_name(node);
      if (is_page_break(node)) {
        if (!was_break) ++pages;
        was_break = true;
        return false;
      }
      if (name == "t") {
        out += node.text().get();
        was_break = false;
      } else if (name == "tab") {
        out += '\t';
      } else if (name == "br" || name == "cr") {
        out += '\n';
      } else if (name == "noBreakHyphen") {
        out += '-';
      } else if (name == "p" && !out.empty()) {
        out += '\n';  // of a text box
      }
      return name != "pPr" && name != "rPr" && name != "delText" && name != "instrText" &&
             name != "Fallback" && name != "del" && name != "moveFrom";
    });
  }

  void table(const pugi::xml_node& node, std::size_t depth) {
    std::vector<pugi::xml_node> nested;
    for (const auto& row : node.children()) {
      if (local_name(row) != "tr") continue;
      std::vector<std::string> cells;
      for (const auto& cell : row.children()) {
        if (local_name(cell) != "tc") continue;
        cells.emplace_back();
        for (const auto& block : cell.children()) {
          std::uint32_t pages = 0;
          if (local_name(block) == "tbl") nested.push_back(block);
          if (local_name(block) != "p" && local_name(block) != "sdt") continue;
          if (!cells.back().empty()) cells.back() += ' ';
          append_text(block, cells.back(), pages);
        }
      }
      if (!cells.empty()) writer_.row(cells);
    }
    writer_.end_table();
    if (depth >= kMaxNesting) return;
    for (const auto& inner : nested) table(inner, depth + 1);
  }

  const Styles& styles_;
  MarkdownWriter& writer_;
  std::uint32_t page_ = 1;
};

/// Footnotes and endnotes, at the end as on the last page of a book.
Result<void> read_notes(Archive& archive, const Styles& styles, MarkdownWriter& writer) {
  for (const std::string part : {"word/footnotes.xml", "word/endnotes.xml"}) {
    CODEWEAVER_ASSIGN(const auto text, archive.read(part));
    if (!text) continue;
    CODEWEAVER_ASSIGN(const auto xml, parse_xml(*text, part));
    Reader reader(styles, writer);
    for (const auto& note : xml.document_element().children())
      if (attribute(note, "type").empty()) reader.blocks(note);  // separators have one
  }
  return {};
}

}  // namespace

Result<std::string> docx_to_markdown(std::string_view bytes, const Limits& limits) {
  CODEWEAVER_ASSIGN(auto archive, Archive::open(bytes, limits.part_bytes));
  Styles styles;
  CODEWEAVER_ASSIGN(const auto style_text, archive.read("word/styles.xml"));
  if (style_text) {
    CODEWEAVER_ASSIGN(const auto xml, parse_xml(*style_text, "word/styles.xml"));
    styles = read_styles(xml.document_element());
  }
  CODEWEAVER_ASSIGN(const auto text, archive.need("word/document.xml"));
  CODEWEAVER_ASSIGN(const auto xml, parse_xml(text, "word/document.xml"));
  MarkdownWriter writer(Kind::kDocx, limits.text_bytes);
  writer.begin_part(1);
  Reader(styles, writer).blocks(child(xml.document_element(), "body"));
  CODEWEAVER_TRY(read_notes(archive, styles, writer));
  return writer.finish();
}

}  // namespace codeweaver::document
