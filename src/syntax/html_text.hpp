// Text of HTML as a reader sees it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace codeweaver::syntax {

/// The words of a heading or title: without tags, comments and the sign that links to it, common
/// character references resolved, on one line of at most 200 bytes.
std::string html_heading_text(std::string_view html);

/// Nothing but tags, comments and white space.
bool is_only_tags(std::string_view html) noexcept;

/// What a page's title says beside a heading that it begins or ends with: "Guide - Flask" and
/// "Guide" leave "Flask"; the whole title where it does neither, or goes on within a word.
std::string_view title_beside(std::string_view title, std::string_view heading) noexcept;

}  // namespace codeweaver::syntax
