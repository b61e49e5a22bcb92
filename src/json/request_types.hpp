// Reads requests of the query and reconcile contracts from JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/reconcile.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver::json {

/// A query for the namespaces of a project.
struct QueryRequest {
  std::string query{}, project{};
  std::optional<Purpose> purpose{};    ///< unset: all
  std::string chunk_strategy{};        ///< empty: all
  std::optional<std::size_t> limit{};  ///< unset: the value from the settings

  /// Returns `options` with the values of the request.
  SearchOptions apply_to(SearchOptions options) const;
};

/// Maximum size of a request, in bytes.
inline constexpr std::size_t kMaxRequestBytes = 1 << 20;

/// Both functions ignore unknown members. Null counts as absent for optional members. Errors:
/// kInvalidArgument "VALIDATION_ERROR"; the cause names the problem.
Result<QueryRequest> read_query_request(std::string_view text);
Result<ReconcileRequest> read_reconcile_request(std::string_view text);

}  // namespace codeweaver::json
