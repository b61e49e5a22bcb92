// Requests for exact text and their answers, the same for agents and HTTP.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "codeweaver/text_hits.hpp"
#include "codeweaver/text_search.hpp"
#include "json/value.hpp"

namespace codeweaver::service {

/// A request for a search of exact text.
struct TextRequest {
  std::string project_id{};
  TextSearchOptions search{};
  TextHitsOptions hits{};
};

/// Reads a request. `what` names the object in errors. The search itself checks the paths. Errors:
/// kInvalidArgument "VALIDATION_ERROR" (also if there is no pattern).
Result<TextRequest> text_request(const json::Value& object, std::string_view what = "request");

/// An answer as JSON: files with their lines, then the counts.
json::Value to_json(const TextHits& hits);

/// An answer as text: the counts, then each file with its lines. A line names its definition if
/// that differs from the previous line's.
std::string text_of(const TextHits& hits);

/// Drops lines from the end until text and JSON together have at most `tokens` tokens. At least one
/// line is kept.
void fit(TextHits& hits, std::size_t tokens);

}  // namespace codeweaver::service
