// Styles of Word documents: which paragraphs are headings and which are list items.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "document/xml.hpp"

namespace codeweaver::document {

/// How a style formats a paragraph, including its base styles.
struct Style {
  std::uint32_t heading = 0;  ///< level; 0: none
  bool is_list = false;
  std::string base{};
};
using Styles = std::map<std::string, Style, std::less<>>;  ///< by id

/// Reads the styles below their parent element. Cost: linear. Skips ids of unusual length.
Styles read_styles(const pugi::xml_node& root);

/// The heading level from the name or id of a style ("heading 2", "Title"); 0: not a heading.
std::uint32_t heading_by_name(std::string_view name) noexcept;
/// The heading level from the outline level in the properties of a style or paragraph; 0: none.
std::uint32_t heading_by_outline(const pugi::xml_node& properties) noexcept;
/// Whether the properties make a list item.
bool has_number(const pugi::xml_node& properties) noexcept;
/// The number in `text`, or `otherwise` if it is not a number.
std::uint32_t number_of(std::string_view text, std::uint32_t otherwise) noexcept;

}  // namespace codeweaver::document
