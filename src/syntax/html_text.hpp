// Text of HTML as a reader sees it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace codeweaver::syntax {

/// The words of a heading or title: without tags, comments and the sign that links to it, common
/// character references resolved, on one line of at most 200 bytes.
std::string html_heading_text(std::string_view html);

/// Nothing but tags, comments and white space.
bool is_only_tags(std::string_view html) noexcept;

/// A piece of a page as it is read, each line of it one of the piece: without tags, comments,
/// scripts and signs to link by, headings and entries of lists marked as in Markdown, references
/// resolved. nullopt: it is a template, or has little text beside its tags. Cost: one pass.
std::optional<std::string> html_as_read(std::string_view html);

/// What a page's title says beside a heading that it begins or ends with: "Guide - Flask" and
/// "Guide" leave "Flask"; the whole title where it does neither, or goes on within a word.
std::string_view title_beside(std::string_view title, std::string_view heading) noexcept;

}  // namespace codeweaver::syntax
