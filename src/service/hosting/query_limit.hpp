// limits.query_bytes, at most kMostQueryBytes: longer queries are cut, and the answer says so.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "codeweaver/search_types.hpp"
#include "codeweaver/settings.hpp"

namespace codeweaver::service {

/// A query of bounded length. Borrows it.
class QueryLimit {
 public:
  QueryLimit(std::string_view query, const Settings& settings);

  /// The query, or its start of at most that many bytes, which ends with a whole character.
  std::string_view text() const noexcept { return text_; }
  /// Adds a warning where the query was cut.
  void note_in(FindCodeResponseSummary& answer) const;

 private:
  std::size_t most_;
  std::string_view text_;
  bool is_cut_;
};

}  // namespace codeweaver::service
