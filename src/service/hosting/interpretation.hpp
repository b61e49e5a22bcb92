// interpretation_of: the line that tells a user how a query with exact parts was read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "codeweaver/search_types.hpp"

namespace codeweaver::service {

/// Returns "Interpreted as "retry(" and not file:tests; its exact parts match 12 files", and for
/// ref: and ref-of: that uses are found by name. Empty: the query has only words. The text may
/// contain control characters of the query.
std::string interpretation_of(const FindCodeResponseSummary& answer);

}  // namespace codeweaver::service
