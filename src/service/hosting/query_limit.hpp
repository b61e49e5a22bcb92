// QueryLimit: cuts queries to limits.query_bytes (at most kMostQueryBytes), with a warning.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/settings.hpp"

namespace codeweaver::service {

/// A query cut to the setting limits.query_bytes. Borrows the query.
class QueryLimit {
 public:
  QueryLimit(std::string_view query, const Settings& settings);

  /// The query, or its first bytes up to the limit, cut after a whole character.
  std::string_view text() const noexcept { return text_; }
  /// Adds a warning if the query was cut.
  void note_in(FindCodeResponseSummary& answer) const;

 private:
  std::size_t most_;
  std::string_view text_;
  bool is_cut_;
};

/// Returns `search(text)` of the query, cut to the limit, with a warning if it was cut.
template <class Search>
Result<FindCodeResponseSummary> search_limited(std::string_view query, const Settings& settings,
                                               const Search& search) {
  const QueryLimit limited(query, settings);
  Result<FindCodeResponseSummary> answer = search(limited.text());
  if (answer) limited.note_in(*answer);
  return answer;
}

}  // namespace codeweaver::service
