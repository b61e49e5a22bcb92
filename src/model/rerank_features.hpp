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

/// What a candidate's names and first lines show.
struct NameMatch {
  TextMatch symbol, path, doc, head;  ///< head: the first lines, mostly the signature
  double name_share = 0;              ///< share of the symbol's last name that the query says
  bool is_named_exactly = false;      ///< the query holds that name, whole
};

/// Measures all of `candidate` but its body. `scratch` is refilled. Cost: linear in those texts,
/// about 5 nanoseconds a byte.
NameMatch match_names(const RerankQuery& query, const RerankCandidate& candidate,
                      text::TermList& scratch);
/// Measures a whole text in the same way.
TextMatch match_text(const RerankQuery& query, std::string_view text, text::TermList& scratch);

}  // namespace codeweaver::model
