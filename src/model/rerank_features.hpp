// Rerank features: what a candidate shows of a query's terms, where, and how close together.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/reranker.hpp"
#include "codeweaver/text/term_list.hpp"
#include "model/rerank_query.hpp"

namespace codeweaver::model {

/// Terms of the query in one text.
struct TextMatch {
  TermSet terms = 0;  ///< those that occur
  TermSet pairs = 0;  ///< those that occur next to their predecessor in the query
};

/// How the last part of a qualified name answers a query.
struct LastNameMatch {
  double name_share = 0;          ///< share of its words that the query says
  bool is_named_exactly = false;  ///< the query holds it, whole
};

/// What a candidate's names and first lines show.
struct NameMatch : LastNameMatch {  ///< of the symbol
  TextMatch symbol, path, doc, head;
};

/// Cost: about 3 nanoseconds a byte.
TextMatch match_text(const RerankQuery& query, std::string_view text);
/// Measures the first lines of a chunk, mostly the signature.
TextMatch match_head(const RerankQuery& query, std::string_view content);
/// `scratch` is refilled.
LastNameMatch match_last_name(const RerankQuery& query, std::string_view symbol,
                              text::TermList& scratch);
/// Measures all of `candidate` but its body. `scratch` is refilled.
NameMatch match_names(const RerankQuery& query, const RerankCandidate& candidate,
                      text::TermList& scratch);

}  // namespace codeweaver::model
