// Whether a query shares words with the names of the files that answer it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "evaluate/query_set.hpp"

namespace codeweaver::evaluate {

/// Whether a stemmed word of the query, stop words aside, or two neighbouring ones written as one
/// occur in the file name (without folders and extension) of a primary target.
bool shares_word_with_target(const Query& query);

/// Whether the query belongs to the group "no shared word": words alone cannot find its file by
/// name. Queries of the categories "symbol" and "web" never do: the first are names, the second ask
/// for a single function, whose file is often called otherwise.
bool is_without_shared_word(const Query& query);

}  // namespace codeweaver::evaluate
