// SearchRequest: a search with all filters, as the HTTP API takes it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/search_types.hpp"
#include "json/value.hpp"

namespace codeweaver::service {

struct SearchRequest {
  std::string query{};
  std::string project_id{};             ///< or a path in it; empty: the active one
  std::vector<std::string> projects{};  ///< searched instead, all of them; empty: one project
  std::optional<std::size_t> top_k{}, context_lines{};
  SearchOptions asked{};  ///< holds the rest

  /// `options`, as the settings say, with what the request says.
  SearchOptions apply_to(SearchOptions options) const;
};

/// Members that are not known are skipped; null counts as absent.
/// Errors: kInvalidArgument "VALIDATION_ERROR"; the cause says what is wrong.
Result<SearchRequest> read_search_request(const json::Value& value);

}  // namespace codeweaver::service
