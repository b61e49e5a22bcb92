// Styles of Word documents: which paragraphs are headings and which are items of lists.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "document/xml.hpp"

namespace codeweaver::document {

/// What a style makes of a paragraph, its bases included.
struct Style {
  std::uint32_t heading = 0;  ///< level; 0: none
  bool is_list = false;
  std::string base{};
};
using Styles = std::map<std::string, Style, std::less<>>;  ///< by id

/// Of the element that holds them. Cost: linear; ids longer than any program writes are left out.
Styles read_styles(const pugi::xml_node& root);

/// Level of a heading by the name or id of a style ("heading 2", "Title"); 0: none.
std::uint32_t heading_by_name(std::string_view name) noexcept;
/// The same by the outline level in the properties of a style or a paragraph.
std::uint32_t heading_by_outline(const pugi::xml_node& properties) noexcept;
/// Whether such properties make an item of a list.
bool has_number(const pugi::xml_node& properties) noexcept;
/// The number that a text is; `otherwise` if it is none.
std::uint32_t number_of(std::string_view text, std::uint32_t otherwise) noexcept;

}  // namespace codeweaver::document
