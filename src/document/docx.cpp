// Word documents (ISO/IEC 29500-1, WordprocessingML): headings, lists, tables, pages, footnotes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/docx.hpp"

#include <vector>

#include "base/try.hpp"
#include "document/archive.hpp"
#include "document/docx_styles.hpp"
#include "document/errors.hpp"
#include "document/markdown_writer.hpp"
#include "document/relations.hpp"
#include "document/xml.hpp"

namespace codeweaver::document {
namespace {

constexpr std::size_t kMaxNesting = 32;  // nested tables
constexpr std::size_t kMaxCells = 1024;  // in a row; Word allows 63

/// Reads one part of the archive into the writer.
class Reader {
 public:
  Reader(const Styles& styles, MarkdownWriter& writer, Budget& budget)
      : styles_(styles), writer_(writer), budget_(budget) {}

  /// Reads the children of a body, a cell or a note.
  void blocks(const pugi::xml_node& parent, std::size_t depth = 0) {
    for (const auto& node : parent.children()) {
      if (writer_.is_full() || depth > kMaxNesting || !budget_.may_go_on()) return;
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
    const auto id = attribute(child(properties, "pStyle"), "val");
    if (id.empty()) return shape;
    const auto style = styles_.find(id);
    const bool is_known = style != styles_.end();
    if (shape.heading == 0) shape.heading = is_known ? style->second.heading : heading_by_name(id);
    shape.is_list = shape.is_list || (is_known && style->second.is_list);
    return shape;
  }

  void paragraph(const pugi::xml_node& node) {
    std::string text;
    std::uint32_t pages = 0;  // pages that begin in the paragraph
    append_text(node, text, pages);
    const auto shape = shape_of(node);
    // A break at the start of a paragraph is written before it, and one inside after it.
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

  /// Appends the text of runs at any level. Skips deleted text and field codes.
  static void append_text(const pugi::xml_node& paragraph, std::string& out, std::uint32_t& pages) {
    bool was_break = false;  // Word writes a break and also where it rendered the break
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
        out += '\n';  // text box
      }
      return name != "pPr" && name != "rPr" && name != "delText" && name != "instrText" &&
             name != "Fallback" && name != "del" && name != "moveFrom";
    });
  }

  void table(const pugi::xml_node& node, std::size_t depth) {
    std::vector<pugi::xml_node> nested;
    for (const auto& row : node.children()) {
      if (writer_.is_full() || !budget_.may_go_on()) return;
      if (local_name(row) != "tr") continue;
      std::vector<std::string> cells;
      for (const auto& cell : row.children()) {
        if (local_name(cell) != "tc") continue;
        if (cells.size() == kMaxCells) break;
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
  Budget& budget_;
  std::uint32_t page_ = 1;
};

/// Reads footnotes and endnotes, which go to the end of the text. `folder`: folder of the main
/// part.
Result<void> read_notes(Archive& archive, const Relations& relations, const std::string& folder,
                        const Styles& styles, MarkdownWriter& writer) {
  for (const std::string type : {"footnotes", "endnotes"}) {
    const auto part = relations.of_type(type, folder + type + ".xml");
    CODEWEAVER_ASSIGN(auto text, archive.read(part));
    if (!text) continue;
    CODEWEAVER_ASSIGN(const auto xml, parse_xml(*std::move(text), part, archive.budget()));
    Reader reader(styles, writer, archive.budget());
    for (const auto& note : xml.document_element().children())
      if (attribute(note, "type").empty()) reader.blocks(note);  // separators have a type
  }
  return {};
}

Result<Styles> styles_of(Archive& archive, const std::string& part) {
  CODEWEAVER_ASSIGN(auto text, archive.read(part));
  if (!text) return Styles();
  CODEWEAVER_ASSIGN(const auto xml, parse_xml(*std::move(text), part, archive.budget()));
  return read_styles(xml.document_element());
}

}  // namespace

Result<std::string> docx_to_markdown(std::string_view bytes, const Limits& limits) {
  Budget budget(limits);
  CODEWEAVER_ASSIGN(auto archive, Archive::open(bytes, budget));
  CODEWEAVER_ASSIGN(const auto parts, relations_of(archive, ""));
  const auto main = parts.of_type("officeDocument", "word/document.xml");
  const auto folder = main.substr(0, main.rfind('/') + 1);  // npos + 1 is 0
  CODEWEAVER_ASSIGN(const auto relations, relations_of(archive, main));
  CODEWEAVER_ASSIGN(const auto styles,
                    styles_of(archive, relations.of_type("styles", folder + "styles.xml")));
  MarkdownWriter writer(Kind::kDocx, limits.text_bytes);
  writer.begin_part(1);
  {  // Frees the tree of the main part before the notes are parsed.
    CODEWEAVER_ASSIGN(auto text, archive.need(main));
    CODEWEAVER_ASSIGN(const auto xml, parse_xml(std::move(text), main, budget));
    if (local_name(xml.document_element()) != "document")
      return corrupt(main + " is not a Word document");
    Reader(styles, writer, budget).blocks(child(xml.document_element(), "body"));
  }
  CODEWEAVER_TRY(read_notes(archive, relations, folder, styles, writer));
  CODEWEAVER_TRY(budget.check());
  return writer.finish();
}

}  // namespace codeweaver::document
