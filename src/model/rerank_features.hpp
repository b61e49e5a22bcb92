// Rerank features: which terms of a query a candidate has, where, and how close together.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/detail/term_list.hpp"
#include "codeweaver/reranker.hpp"
#include "model/rerank_query.hpp"

namespace codeweaver::model {

/// Terms of the query in one text.
struct TextMatch {
  TermSet terms = 0;  ///< terms that occur
  TermSet pairs = 0;  ///< terms that occur next to their predecessor in the query
};

/// How well the last part of a qualified name matches a query.
struct LastNameMatch {
  double name_share = 0;          ///< share of its words that are in the query
  bool is_named_exactly = false;  ///< the whole name is in the query
};

/// Matches of a candidate's names and first lines.
struct NameMatch : LastNameMatch {  ///< of the symbol
  TextMatch symbol, path, doc, head;
};

/// Cost: about 3 nanoseconds per byte.
TextMatch match_text(const RerankQuery& query, std::string_view text);
/// Measures the first lines of a chunk, which are mostly the signature.
TextMatch match_head(const RerankQuery& query, std::string_view content);
/// Overwrites `scratch`.
LastNameMatch match_last_name(const RerankQuery& query, std::string_view symbol,
                              text::TermList& scratch);
/// Measures all parts of `candidate` except its body. Overwrites `scratch`.
NameMatch match_names(const RerankQuery& query, const RerankCandidate& candidate,
                      text::TermList& scratch);

}  // namespace codeweaver::model
