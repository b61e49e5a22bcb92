// HTML as readable text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace codeweaver::syntax {

/// The text of a heading or title: without tags, comments and link signs, with common character
/// references resolved, on one line of at most 200 bytes.
std::string html_heading_text(std::string_view html);

/// Whether `html` contains only tags, comments and white space.
bool is_only_tags(std::string_view html) noexcept;

/// Returns the readable text of a piece of a page, with the same line breaks. Tags, comments,
/// scripts and link signs are removed, headings and list items are marked as in Markdown, and
/// character references are resolved. nullopt: a template, or too little text compared to its tags.
/// Cost: one pass.
std::optional<std::string> html_as_read(std::string_view html);

/// The part of a page title besides a heading at its beginning or end: "Guide - Flask" and "Guide"
/// give "Flask". Empty if both are equal. Returns the whole title if no separator divides it from
/// the heading.
std::string_view title_beside(std::string_view title, std::string_view heading) noexcept;

}  // namespace codeweaver::syntax
