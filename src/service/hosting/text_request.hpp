// Requests for exact text, and what is answered: the same for agents and over HTTP.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "codeweaver/text_hits.hpp"
#include "codeweaver/text_search.hpp"
#include "json/value.hpp"

namespace codeweaver::service {

/// What a request asks for.
struct TextRequest {
  std::string project_id{};
  TextSearchOptions search{};
  TextHitsOptions hits{};
};

/// The request in an object, which errors call `what`; the search checks its paths. Errors:
/// kInvalidArgument "VALIDATION_ERROR" (also: no pattern).
Result<TextRequest> text_request(const json::Value& object, std::string_view what = "request");

/// An answer as JSON: files with their lines, then the counts.
json::Value to_json(const TextHits& hits);

/// An answer as lines: the counts, then each file and under it its lines, the scope where it
/// changes.
std::string text_of(const TextHits& hits);

/// Drops lines from the end until both forms together take at most `tokens`. At least one stays.
void fit(TextHits& hits, std::size_t tokens);

}  // namespace codeweaver::service
