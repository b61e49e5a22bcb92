// Shown texts: the part of a match that an answer shows, always with the line that names it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "codeweaver/search_types.hpp"
#include "engine/overlay/index_rows.hpp"
#include "engine/searching/answer/focus.hpp"
#include "engine/searching/fuse/candidate.hpp"

namespace codeweaver::engine {

/// First lines of the definitions around the shown part, outermost first, one per line. If the part
/// is only a comment, the first line of the definition below it is added.
std::string context_of(const Candidate& candidate, const Focus& focus, const IndexRows& database);

/// A part of an HTML page as syntax::html_as_read() returns it, without blank lines; `page` holds
/// its text. Returns the part itself if it is in another language, or if only its tags match the
/// query.
Focus as_read(const Focus& focus, std::string_view language,
              const std::set<std::string, std::less<>>& query_terms, std::string& page);

/// The request that a text is shown for.
struct ShownFor {
  Detail detail = Detail::kFull;
  const std::set<std::string, std::less<>>& query_terms;
  std::string_view query{};  ///< as typed
};

/// As much of the part as `shown.detail` allows, selected by excerpt(). A part from the middle of a
/// definition, or only of its comment, is preceded by the last line of `context` and a mark. So the
/// named definition is visible, unless the whole text is requested.
std::string shown_text(const Focus& focus, std::string_view context, bool is_part,
                       const ShownFor& shown);

}  // namespace codeweaver::engine
