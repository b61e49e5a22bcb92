// Whether a query shares words with the names of its target files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "evaluate/query_set.hpp"

namespace codeweaver::evaluate {

/// Whether the file name (without folders and extension) of a primary target contains a stemmed
/// word of the query, except stop words, or two neighbouring words written as one.
bool shares_word_with_target(const Query& query);

/// Whether the query belongs to the group "no shared word": its words alone cannot find its file by
/// name. Queries of the categories "symbol" and "web" never belong to it. The first are names; the
/// second ask for a single function in a file that often has an unrelated name.
bool is_without_shared_word(const Query& query);

}  // namespace codeweaver::evaluate
