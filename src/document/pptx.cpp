// Presentations (ISO/IEC 29500-1, PresentationML): slides by the list of the presentation.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/pptx.hpp"

#include <filesystem>
#include <map>
#include <vector>

#include "base/try.hpp"
#include "document/archive.hpp"
#include "document/markdown_writer.hpp"
#include "document/xml.hpp"

namespace codeweaver::document {
namespace {

/// What a part refers to: by id, and by the last word of the type ("notesSlide").
struct Relations {
  std::map<std::string, std::string, std::less<>> by_id, by_type;
};

/// The part that `target` names, as one in `folder` refers to it.
std::string part_at(const std::string& folder, std::string_view target) {
  if (target.starts_with('/')) return std::string(target.substr(1));
  return (std::filesystem::path(folder) / target).lexically_normal().generic_string();
}

Result<Relations> relations_of(Archive& archive, const std::string& part) {
  const auto slash = part.rfind('/');
  const auto folder = part.substr(0, slash);
  const auto name = folder + "/_rels/" + part.substr(slash + 1) + ".rels";
  Relations relations;
  CODEWEAVER_ASSIGN(const auto text, archive.read(name));
  if (!text) return relations;
  CODEWEAVER_ASSIGN(const auto xml, parse_xml(*text, name));
  for (const auto& node : xml.document_element().children()) {
    if (attribute(node, "TargetMode") == "External") continue;
    const auto target = part_at(folder, attribute(node, "Target"));
    const auto type = attribute(node, "Type");
    relations.by_id.emplace(attribute(node, "Id"), target);
    relations.by_type.emplace(type.substr(type.rfind('/') + 1), target);
  }
  return relations;
}

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

/// Shapes with text and tables, in order, whatever groups they are in.
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
  // Placeholders of the body are lists; text boxes are prose.
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

Result<void> write_notes(Archive& archive, const std::string& part, MarkdownWriter& writer) {
  CODEWEAVER_ASSIGN(const auto text, archive.read(part));
  if (!text) return {};
  CODEWEAVER_ASSIGN(const auto xml, parse_xml(*text, part));
  for (const auto& shape : shapes_of(xml.document_element())) {
    if (placeholder_of(shape) != "body") continue;
    for (const auto& paragraph : child(shape, "txBody").children())
      if (local_name(paragraph) == "p") writer.paragraph(text_of(paragraph));
  }
  return {};
}

Result<void> write_slide(Archive& archive, const std::string& part, MarkdownWriter& writer) {
  CODEWEAVER_ASSIGN(const auto text, archive.need(part));
  CODEWEAVER_ASSIGN(const auto xml, parse_xml(text, part));
  const auto shapes = shapes_of(xml.document_element());
  for (const auto& shape : shapes) {
    if (!is_title(shape)) continue;
    std::string title;
    for (const auto& paragraph : child(shape, "txBody").children())
      if (local_name(paragraph) == "p") title.append(text_of(paragraph)).append(1, ' ');
    writer.heading(1, title);
  }
  for (const auto& shape : shapes)
    if (!is_title(shape)) write_shape(shape, writer);
  CODEWEAVER_ASSIGN(const auto relations, relations_of(archive, part));
  const auto notes = relations.by_type.find("notesSlide");
  if (notes == relations.by_type.end()) return {};
  return write_notes(archive, notes->second, writer);
}

}  // namespace

Result<std::string> pptx_to_markdown(std::string_view bytes, const Limits& limits) {
  const std::string main = "ppt/presentation.xml";
  CODEWEAVER_ASSIGN(auto archive, Archive::open(bytes, limits.part_bytes));
  CODEWEAVER_ASSIGN(const auto text, archive.need(main));
  CODEWEAVER_ASSIGN(const auto xml, parse_xml(text, main));
  CODEWEAVER_ASSIGN(const auto relations, relations_of(archive, main));
  MarkdownWriter writer(Kind::kPptx, limits.text_bytes);
  std::uint32_t number = 0;
  for (const auto& slide : child(xml.document_element(), "sldIdLst").children()) {
    // Both "id" and "r:id" are there: the second is the reference.
    std::string_view id;
    for (const auto& value : slide.attributes())
      if (std::string_view(value.name()).find(':') != std::string_view::npos) id = value.value();
    const auto part = relations.by_id.find(id);
    if (part == relations.by_id.end()) continue;
    writer.begin_part(++number);
    CODEWEAVER_TRY(write_slide(archive, part->second, writer));
    if (writer.is_full()) break;
  }
  return writer.finish();
}

}  // namespace codeweaver::document
