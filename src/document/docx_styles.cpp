// Styles of Word documents: read once and resolved with their bases.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/docx_styles.hpp"

#include <charconv>
#include <utility>

namespace codeweaver::document {
namespace {

constexpr std::size_t kMaxBases = 16;  // length of a chain of base styles
constexpr std::size_t kMaxStyles = 65'536, kMaxStyleIdBytes = 256;

/// Adds the properties of the base styles to each style.
void resolve_bases(Styles& styles) {
  const auto own = styles;
  for (auto& [id, style] : styles) {
    const auto* base = &style.base;
    for (std::size_t i = 1; i < kMaxBases && !base->empty(); ++i) {
      const auto found = own.find(*base);
      if (style.heading == 0)
        style.heading = found == own.end() ? heading_by_name(*base) : found->second.heading;
      if (found == own.end()) break;
      style.is_list = style.is_list || found->second.is_list;
      base = &found->second.base;
    }
  }
}

}  // namespace

std::uint32_t number_of(std::string_view text, std::uint32_t otherwise) noexcept {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : otherwise;
}

std::uint32_t heading_by_name(std::string_view name) noexcept {
  if (name == "Title" || name == "title") return 1;
  for (const std::string_view start : {"heading ", "Heading "})
    if (name.starts_with(start)) return number_of(name.substr(start.size()), 0);
  return 0;
}

std::uint32_t heading_by_outline(const pugi::xml_node& properties) noexcept {
  const auto level = child(properties, "outlineLvl");  // from 0; 9 is body text
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
    const auto id = attribute(node, "styleId");
    if (id.size() > kMaxStyleIdBytes) continue;
    if (styles.size() == kMaxStyles) break;
    const auto properties = child(node, "pPr");
    Style style;
    style.heading = heading_by_name(attribute(child(node, "name"), "val"));
    if (style.heading == 0) style.heading = heading_by_outline(properties);
    style.is_list = has_number(properties);
    style.base = attribute(child(node, "basedOn"), "val").substr(0, kMaxStyleIdBytes + 1);
    styles.insert_or_assign(std::string(id), std::move(style));
  }
  resolve_bases(styles);
  return styles;
}

}  // namespace codeweaver::document
