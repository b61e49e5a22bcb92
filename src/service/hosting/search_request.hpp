// SearchRequest: a search request of the HTTP API, with all filters.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "codeweaver/search_types.hpp"
#include "json/given_search_options.hpp"
#include "json/value.hpp"

namespace codeweaver::service {

struct SearchRequest {
  std::string query{};
  std::string project_id{};             ///< or a path in the project; empty: the active project
  std::vector<std::string> projects{};  ///< if not empty, searched instead of project_id
  json::GivenSearchOptions given{};     ///< the other members of the request

  /// `options` (from the settings), overridden by the request.
  SearchOptions apply_to(SearchOptions options) const { return given.apply_to(std::move(options)); }
};

/// Reads a search request. null counts as absent.
/// Errors: kInvalidArgument "VALIDATION_ERROR"; the cause describes the problem.
Result<SearchRequest> read_search_request(const json::Value& value);

}  // namespace codeweaver::service
