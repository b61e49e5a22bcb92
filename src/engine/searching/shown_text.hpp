// Shown texts: what an answer shows of a match, and never without what it names.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "codeweaver/search_types.hpp"
#include "engine/overlay/index_rows.hpp"
#include "engine/searching/candidate.hpp"
#include "engine/searching/focus.hpp"

namespace codeweaver::engine {

/// First lines of the definitions around what is shown, outer first, one a line; last, where what
/// is shown is a comment alone, that of the definition which it is about.
std::string context_of(const Candidate& candidate, const Focus& focus, const IndexRows& database);

/// A part of a page of HTML as syntax::html_as_read() gives it, without blank lines; `page` has its
/// text. The part itself where it is of another language, or where what answers stands in its tags
/// alone.
Focus as_read(const Focus& focus, std::string_view language,
              const std::set<std::string, std::less<>>& query_terms, std::string& page);

/// What a text is shown for.
struct ShownFor {
  Detail detail = Detail::kFull;
  const std::set<std::string, std::less<>>& query_terms;
  std::string_view query{};  ///< as typed
};

/// As much of a part as `shown.detail` asks for, as excerpt() chooses it. Before one from the
/// middle of a definition, or of its comment alone, comes the last line of `context` with a mark,
/// so that the named definition is shown, unless the whole text is asked for.
std::string shown_text(const Focus& focus, std::string_view context, bool is_part,
                       const ShownFor& shown);

}  // namespace codeweaver::engine
