// What people read about a match: its place, which is lines of a file or a page of a document, and
// how many definitions call it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_MATCH_PLACE_HPP_
#define CODEWEAVER_MATCH_PLACE_HPP_

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>

#include "codeweaver/export.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Returns the part of a document that contains the match: "page 3", "pages 3-5", "slide 2", "cell
/// 7". Empty if the file is not a document, or if the document has no pages. Reads the metadata of
/// the match.
inline std::string document_part(const CodeMatch& match) {
  for (const char* const name : {"page", "slide", "cell"}) {
    const auto part = match.content.metadata.find(name);
    if (part == match.content.metadata.end()) continue;
    const bool is_several = part->second.find('-') != std::string::npos;
    return std::string(name).append(is_several ? "s " : " ").append(part->second);
  }
  return {};
}

/// Returns "src/a.cpp:3-9" or "manual.pdf, page 3". A document has no line numbers in this text,
/// because its lines are lines of the extracted text.
inline std::string place_of(const CodeMatch& match) {
  if (const auto part = document_part(match); !part.empty()) return match.file.path + ", " + part;
  return match.file.path + ':' + std::to_string(match.span.start_line) + '-' +
         std::to_string(match.span.end_line);
}

/// Returns "called by 7 (2 tests)", for a definition that is no function "used by 7 (2 tests)".
/// Empty if the callers were not counted, or if there are none.
inline std::string callers_text(const CodeMatch& match) {
  if (!match.callers || match.callers->total == 0) return {};
  const auto& [total, tests] = *match.callers;
  const bool is_callable = match.content.semantic_class == SemanticClass::kDefinitionCallable;
  std::string out = (is_callable ? "called by " : "used by ") + std::to_string(total);
  if (tests > 0) out += " (" + std::to_string(tests) + (tests == 1 ? " test)" : " tests)");
  return out;
}

/// Returns the line (from 1) that the query points to: with "src/a.cpp:12", with a frame of a stack
/// trace, or with a text in that line. nullopt: there is none. Reads the metadata of the match.
inline std::optional<std::uint32_t> asked_line(const CodeMatch& match) {
  const auto given = match.content.metadata.find("asked_line");
  if (given == match.content.metadata.end()) return std::nullopt;
  const auto& text = given->second;
  std::uint32_t line = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), line);
  const bool is_inside = line >= match.span.start_line && line <= match.span.end_line;
  return read.ec == std::errc() && is_inside ? std::optional(line) : std::nullopt;
}

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_MATCH_PLACE_HPP_
