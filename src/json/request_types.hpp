// Requests of the query and the reconcile contract from JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/reconcile.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver::json {

/// A question to the namespaces of a project.
struct QueryRequest {
  std::string query{}, project{};
  std::optional<Purpose> purpose{};    ///< unset: all
  std::string chunk_strategy{};        ///< empty: all
  std::optional<std::size_t> top_k{};  ///< unset: as the settings say

  /// `options` with what the request says.
  SearchOptions apply_to(SearchOptions options) const;
};

/// Longest request, in bytes.
inline constexpr std::size_t kMaxRequestBytes = 1 << 20;

/// Both skip members that are not known; null counts as absent where a member is optional.
/// Errors: kInvalidArgument "VALIDATION_ERROR"; the cause says what is wrong.
Result<QueryRequest> read_query_request(std::string_view text);
Result<ReconcileRequest> read_reconcile_request(std::string_view text);

}  // namespace codeweaver::json
