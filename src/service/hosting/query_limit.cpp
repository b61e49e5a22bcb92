// QueryLimit: applies limits.query_bytes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/query_limit.hpp"

#include <algorithm>
#include <string>

#include "base/utf8.hpp"
#include "codeweaver/query_parser.hpp"

namespace codeweaver::service {

QueryLimit::QueryLimit(std::string_view query, const Settings& settings)
    : most_(std::min(static_cast<std::size_t>(settings.limits.query_bytes), kMostQueryBytes)),
      text_(base::utf8_prefix(query, most_)),
      is_cut_(text_.size() < query.size()) {}

void QueryLimit::note_in(FindCodeResponseSummary& answer) const {
  if (is_cut_)
    answer.warnings.insert(answer.warnings.begin(),
                           "The query was cut to its first " + std::to_string(most_) + " bytes");
}

}  // namespace codeweaver::service
