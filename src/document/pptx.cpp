// Presentations (ISO/IEC 29500-1, PresentationML): reads slides in the order of the slide list.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/pptx.hpp"

#include <set>
#include <vector>

#include "base/try.hpp"
#include "document/archive.hpp"
#include "document/errors.hpp"
#include "document/markdown_writer.hpp"
#include "document/relations.hpp"
#include "document/xml.hpp"

namespace codeweaver::document {
namespace {

/// The lines of one paragraph.
std::string text_of(const pugi::xml_node& paragraph) {
  std::string out;
  walk(paragraph, [&](const pugi::xml_node& node) {
    const auto name = local_name(node);
    if (name == "t") out += node.text().get();
    if (name == "br") out += '\n';
    return name != "pPr" && name != "rPr" && name != "Fallback";
  });
  return out;
}

std::string_view placeholder_of(const pugi::xml_node& shape) noexcept {
  const auto properties = child(child(shape, "nvSpPr"), "nvPr");
  return attribute(child(properties, "ph"), "type");
}

bool is_title(const pugi::xml_node& shape) noexcept {
  const auto type = placeholder_of(shape);
  return type == "title" || type == "ctrTitle";
}

/// Shapes with text and tables, in order, from any group.
std::vector<pugi::xml_node> shapes_of(const pugi::xml_node& slide) {
  std::vector<pugi::xml_node> shapes;
  walk(slide, [&](const pugi::xml_node& node) {
    const auto name = local_name(node);
    if (name == "Fallback") return false;
    if (name != "sp" && name != "graphicFrame") return true;
    shapes.push_back(node);
    return false;
  });
  return shapes;
}

void write_table(const pugi::xml_node& frame, MarkdownWriter& writer) {
  walk(frame, [&](const pugi::xml_node& node) {
    if (local_name(node) != "tr") return true;
    std::vector<std::string> cells;
    for (const auto& cell : node.children()) {
      if (local_name(cell) != "tc") continue;
      cells.emplace_back();
      for (const auto& paragraph : child(cell, "txBody").children())
        if (local_name(paragraph) == "p") cells.back().append(text_of(paragraph)).append(1, ' ');
    }
    if (!cells.empty()) writer.row(cells);
    return false;
  });
  writer.end_table();
}

void write_shape(const pugi::xml_node& shape, MarkdownWriter& writer) {
  if (local_name(shape) == "graphicFrame") return write_table(shape, writer);
  const auto type = placeholder_of(shape);
  if (type == "sldNum" || type == "dt" || type == "ftr") return;
  // Body placeholders are lists; text boxes are prose.
  const bool is_list = child(child(child(shape, "nvSpPr"), "nvPr"), "ph") && type != "subTitle";
  for (const auto& paragraph : child(shape, "txBody").children()) {
    if (local_name(paragraph) != "p") continue;
    const auto level = attribute(child(paragraph, "pPr"), "lvl");
    const auto depth = level.size() == 1 ? static_cast<std::uint32_t>(level[0] - '0') : 0U;
    if (is_list)
      writer.item(depth, text_of(paragraph));
    else
      writer.paragraph(text_of(paragraph));
  }
}

/// Reads the slides of one presentation. Each part is read once, even if listed several times.
class SlideReader {
 public:
  SlideReader(Archive& archive, MarkdownWriter& writer) : archive_(archive), writer_(writer) {}

  /// Writes the slide and its speaker notes.
  Result<void> write(const std::string& part);

 private:
  Result<void> write_notes(const std::string& part);
  bool is_new(const std::string& part) { return seen_.insert(part).second; }

  Archive& archive_;
  MarkdownWriter& writer_;
  std::set<std::string> seen_;
};

Result<void> SlideReader::write(const std::string& part) {
  if (!is_new(part)) return {};
  CODEWEAVER_ASSIGN(auto text, archive_.need(part));
  CODEWEAVER_ASSIGN(const auto xml, parse_xml(std::move(text), part, archive_.budget()));
  const auto shapes = shapes_of(xml.document_element());
  for (const auto& shape : shapes) {
    if (!is_title(shape)) continue;
    std::string title;
    for (const auto& paragraph : child(shape, "txBody").children())
      if (local_name(paragraph) == "p") title.append(text_of(paragraph)).append(1, ' ');
    writer_.heading(1, title);
  }
  for (const auto& shape : shapes) {
    if (writer_.is_full() || !archive_.budget().may_go_on()) return archive_.budget().check();
    if (!is_title(shape)) write_shape(shape, writer_);
  }
  CODEWEAVER_ASSIGN(const auto relations, relations_of(archive_, part));
  const auto notes = relations.by_type.find("notesSlide");
  if (notes == relations.by_type.end() || !is_new(notes->second)) return {};
  return write_notes(notes->second);
}

Result<void> SlideReader::write_notes(const std::string& part) {
  CODEWEAVER_ASSIGN(auto text, archive_.read(part));
  if (!text) return {};
  CODEWEAVER_ASSIGN(const auto xml, parse_xml(*std::move(text), part, archive_.budget()));
  for (const auto& shape : shapes_of(xml.document_element())) {
    if (placeholder_of(shape) != "body") continue;
    for (const auto& paragraph : child(shape, "txBody").children())
      if (local_name(paragraph) == "p") writer_.paragraph(text_of(paragraph));
  }
  return {};
}

/// The reference in an entry of the slide list. The entry has "id" and "r:id"; this returns the
/// second.
std::string_view reference_of(const pugi::xml_node& slide) noexcept {
  std::string_view id;
  for (const auto& value : slide.attributes())
    if (std::string_view(value.name()).find(':') != std::string_view::npos) id = value.value();
  return id;
}

}  // namespace

Result<std::string> pptx_to_markdown(std::string_view bytes, const Limits& limits) {
  Budget budget(limits);
  CODEWEAVER_ASSIGN(auto archive, Archive::open(bytes, budget));
  CODEWEAVER_ASSIGN(const auto parts, relations_of(archive, ""));
  const auto main = parts.of_type("officeDocument", "ppt/presentation.xml");
  CODEWEAVER_ASSIGN(auto text, archive.need(main));
  CODEWEAVER_ASSIGN(const auto xml, parse_xml(std::move(text), main, budget));
  if (local_name(xml.document_element()) != "presentation")
    return corrupt(main + " is not a presentation");
  CODEWEAVER_ASSIGN(const auto relations, relations_of(archive, main));
  MarkdownWriter writer(Kind::kPptx, limits.text_bytes);
  SlideReader slides(archive, writer);
  std::uint32_t number = 0;
  for (const auto& slide : child(xml.document_element(), "sldIdLst").children()) {
    if (!budget.may_go_on()) break;
    const auto part = relations.by_id.find(reference_of(slide));
    if (part == relations.by_id.end()) continue;
    writer.begin_part(++number);
    CODEWEAVER_TRY(slides.write(part->second));
    if (writer.is_full()) break;
  }
  CODEWEAVER_TRY(budget.check());
  return writer.finish();
}

}  // namespace codeweaver::document
