// Name search: walks the dictionaries, then the postings of the matching terms.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/search/name_search.hpp"

#include <algorithm>
#include <string>

#include "codeweaver/detail/bm25f.hpp"
#include "codeweaver/detail/stem.hpp"
#include "store/postings/posting_blocks.hpp"
#include "store/postings/term_dictionary.hpp"
#include "store/search/chunk_order.hpp"
#include "store/segments/segment_impl.hpp"

namespace codeweaver::store {
namespace {

using text::NameMatch;

constexpr auto kSymbolField = static_cast<std::size_t>(rank::Field::kSymbol);
struct LikeTerm {
  NameMatch match = NameMatch::kNone;
  std::string text;
  TermInfo info;
};

/// A term is a whole name, or the stem of a name of a single word.
NameMatch match_term(const text::NamePattern& name, std::string_view stem, std::string_view term) {
  if (term == stem) return NameMatch::kStyle;
  return name.match_folded(term);
}

std::vector<LikeTerm> like_terms(const TermDictionary& dictionary, const text::NamePattern& name,
                                 const std::string& stem, NameMatch least) {
  std::vector<LikeTerm> out;
  if (least >= NameMatch::kStyle) {
    if (const auto info = dictionary.find(name.folded()))
      out.push_back({NameMatch::kStyle, name.folded(), *info});
    const auto info = stem == name.folded() ? std::nullopt : dictionary.find(stem);
    if (info) out.push_back({NameMatch::kStyle, stem, *info});
    return out;
  }
  for (TermCursor cursor(dictionary); cursor.next();)
    if (const auto match = match_term(name, stem, cursor.term());
        match != NameMatch::kNone && match >= least)
      out.push_back({match, cursor.term(), cursor.info()});
  return out;
}

/// A result with its sort keys: best match first, then the shorter name, then the path.
struct LikeChunk {
  NamedChunk found;
  std::size_t size = 0;
};

}  // namespace

std::vector<NamedChunk> search_names(const Snapshot& snapshot, const text::NamePattern& name,
                                     std::span<const ChunkSet> allowed, std::size_t limit,
                                     NameMatch least) {
  std::vector<LikeChunk> found;
  const auto stem = text::stem(name.folded());
  for (std::uint32_t part = 0; part < snapshot.parts.size(); ++part) {
    const Segment::Impl& segment = snapshot.parts[part].segment->impl();
    if (name.folded().empty() || !segment.are_tables_intact()) continue;
    for (const auto& term : like_terms(segment.dictionary, name, stem, least)) {
      const auto postings = segment.postings_of(term.info);
      if (!postings) continue;
      for (PostingWalk walk(*postings); walk.chunk() < allowed[part].size();) {
        const ChunkKey key{part, static_cast<std::uint32_t>(walk.chunk())};
        const FieldCounts counts = walk.take();
        if (counts[kSymbolField] > 0 && allowed[part].test(key.chunk))
          found.push_back({{key, term.match}, term.text.size()});
      }
    }
  }
  std::ranges::sort(found, [&](const LikeChunk& a, const LikeChunk& b) {
    if (a.found.match != b.found.match) return a.found.match > b.found.match;
    if (a.size != b.size) return a.size < b.size;
    return comes_before(snapshot, a.found.key, b.found.key);
  });
  std::vector<NamedChunk> out;
  for (const auto& one : found) {
    if (out.size() == limit) break;
    if (std::ranges::find(out, one.found.key, &NamedChunk::key) == out.end())
      out.push_back(one.found);
  }
  return out;
}

std::vector<std::string> names_one_slip_away(const Snapshot& snapshot,
                                             const text::NamePattern& name) {
  std::vector<std::string> out;
  if (!name.may_be_wrong()) return out;
  text::for_each_slip(name.folded(), [&](const std::string& meant) {
    const auto stem = text::stem(meant);
    const bool is_term = std::ranges::any_of(snapshot.parts, [&](const auto& part) {
      const Segment::Impl& segment = part.segment->impl();
      return segment.are_tables_intact() &&
             (segment.dictionary.find(stem) || segment.dictionary.find(meant));
    });
    if (is_term) out.push_back(meant);
  });
  std::ranges::sort(out);
  const auto [first, last] = std::ranges::unique(out);
  out.erase(first, last);
  return out;
}

}  // namespace codeweaver::store
