// Exact lane: places first, then names, then texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/retrieve/exact_lane.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/lines.hpp"
#include "base/try.hpp"
#include "codeweaver/detail/change_record.hpp"
#include "codeweaver/detail/grams.hpp"
#include "codeweaver/detail/message_match.hpp"
#include "codeweaver/detail/stem.hpp"
#include "codeweaver/detail/trace_query.hpp"
#include "codeweaver/detail/verbatim_text.hpp"
#include "engine/searching/lookup/named_definitions.hpp"
#include "engine/searching/lookup/source_places.hpp"
#include "engine/searching/open/chunk_cache.hpp"
#include "engine/searching/question/spelling.hpp"
#include "engine/state/item_path.hpp"
#include "store/search/all_terms.hpp"
#include "store/search/gram_search.hpp"
#include "syntax/kinds.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMostDefinitions = 50;
/// Limit for names that share a part, and for names that differ by a typo: more are too unspecific.
constexpr std::size_t kMostLikeNames = 8;
/// Maximum number of examined chunks that contain all words. If there are more, the words are
/// common: then only chunks of files that also contain the query's punctuation are examined. The
/// best results of both sides are candidates anyway.
constexpr std::size_t kMostWithAll = 24, kMostWithMarks = 64;
/// Maximum number of examined chunks that contain most words of a message.
constexpr std::size_t kMostWithMost = 32;
/// Maximum number of compared chunks of files (code or documents) that contain a message.
constexpr std::size_t kMostSaid = 256;

bool is_leaf(const store::SymbolRecord& symbol) {
  const auto* const kind = syntax::find_kind(symbol.kind);
  return kind != nullptr && kind->role == syntax::KindRole::kLeaf;
}

/// True if words of a question may be the name of this definition. Names of fields, variables and
/// keys are mostly the subject of something larger.
bool is_subject(const store::SymbolRecord& symbol) {
  const auto* const kind = syntax::find_kind(symbol.kind);
  return kind == nullptr || kind->semantic_class != SemanticClass::kDefinitionData;
}

class LaneFinder {
 public:
  LaneFinder(const SearchContext& context, const Question& question)
      : context_(context),
        question_(question),
        source_{context.snapshot, context.database, question.allowed} {}

  Result<ExactLane> execute(const store::TermCoverage& coverage) {
    CODEWEAVER_TRY(add_places());
    if (out_.entries.empty()) CODEWEAVER_TRY(add_names());
    if (out_.entries.empty()) add_texts(coverage);
    if (out_.entries.empty()) add_occurrences(coverage);
    return std::move(out_);
  }

 private:
  void add(store::ChunkKey chunk, Lane lane) {
    const auto at = std::ranges::find(out_.entries, chunk, &LaneEntry::chunk);
    if (at == out_.entries.end())
      out_.entries.push_back({chunk, lane});
    else if (lane.least > at->lane.least)
      at->lane = lane;
  }

  Result<void> add_places() {
    double score = 1;
    for (const auto& place : question_.reading.places) {
      CODEWEAVER_ASSIGN(const auto found, find_place(source_, place));
      for (const auto& one : found) {
        const auto kind = one.line == 0 ? LaneKind::kFile : LaneKind::kPlace;
        add(one.chunk, {kind, score, score, one.line});
      }
      if (!found.empty()) score -= kPlaceStep;
    }
    return {};
  }

  Result<void> add_names() {
    for (const auto& wanted : question_.reading.symbols) {
      const auto least = question_.reading.is_foreign ? text::NameMatch::kStyle
                         : wanted.file_name.empty()   ? text::NameMatch::kParts
                                                      : text::NameMatch::kExact;
      CODEWEAVER_TRY(
          add_named(text::NamePattern(wanted.name), wanted.file_name, least, wanted.most));
    }
    if (question_.reading.spoken_name.empty()) return {};
    return add_named(text::NamePattern(question_.reading.spoken_name, true), {},
                     text::NameMatch::kStyle);
  }

  /// Adds definitions that match with at least `least`, as matches of at most `most`.
  Result<void> add_named(const text::NamePattern& name, std::string_view file_name,
                         text::NameMatch least, text::NameMatch most = text::NameMatch::kExact) {
    CODEWEAVER_ASSIGN(const auto found, named_definitions(source_, name, least, kMostDefinitions));
    std::set<std::string_view> names;
    bool is_outside_tests = false;
    for (const auto& one : found) {
      names.insert(one.symbol.name);
      is_outside_tests = is_outside_tests || !info_of(one.chunk).is_test;
    }
    const auto declared = declarations_among(found);
    const bool is_said = found.empty() || found.front().match >= text::NameMatch::kStyle;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto& one = found[i];
      const auto info = info_of(one.chunk);
      if (info.is_test && is_outside_tests) continue;  // named after the code it tests
      if (info.is_test && !is_said && !question_.asks_for_tests()) {  // code may match better
        out_.others.push_back(one.chunk);
        continue;
      }
      if (!file_name.empty() && text::file_name_of(shown_path(info.path)) != file_name) continue;
      const bool is_meant = !name.is_spoken() || is_subject(one.symbol);
      // An update script repeats the definition of a later version.
      const bool is_copy = declared[i] || text::records_change(info.path);
      if (is_meant && (is_said || names.size() <= kMostLikeNames))
        add(one.chunk, lane_of(one, name, std::min(one.match, most), is_copy));
      else
        out_.others.push_back(one.chunk);
    }
    return {};
  }

  /// Finds occurrences of a name that nothing defines. A plain word of the model is left to the
  /// ranking: code may be about it without containing it.
  void add_occurrences(const store::TermCoverage& coverage) {
    if (!question_.reading.is_one_name) return;
    const auto& name = question_.reading.symbols.front().name;
    const auto lower = text::to_lower(name);
    if (is_known_word(lower, text::stem(lower))) return;
    const auto likely = store::chunks_with_all(coverage, question_.allowed, kMostWithAll);
    if (!likely) return;
    add_found(LaneKind::kWord, *likely, [&](std::string_view content) -> std::optional<FoundText> {
      const auto at = rank::detail::find_bounded(content, name);
      if (at == std::string_view::npos) return std::nullopt;
      return FoundText{kLeastWord, at};
    });
  }

  /// Chunks with all words may contain the query verbatim.
  void add_texts(const store::TermCoverage& coverage) {
    const rank::VerbatimText text(question_.query);
    auto with_all = store::chunks_with_all(coverage, question_.allowed, kMostWithAll);
    if (with_all)
      out_.others.insert(out_.others.end(), with_all->begin(), with_all->end());
    else if (text.can_match())
      with_all = store::chunks_with_all(coverage, with_marks(), kMostWithMarks);
    if (with_all && text.can_match())
      add_found(LaneKind::kText, *with_all,
                [&](std::string_view content) -> std::optional<FoundText> {
                  const auto at = text.find(content);
                  if (at == std::string_view::npos) return std::nullopt;
                  return FoundText{kLeastVerbatim, at};
                });
    if (out_.entries.empty()) add_messages();
  }

  /// Finds the literals from which a message was printed: first in code of files that may contain
  /// the message verbatim; if that finds nothing, in chunks with most of its words.
  void add_messages() {
    const rank::MessageMatcher matcher(question_.query);
    if (!matcher.can_match() || !question_.reading.message) return;
    const store::TermCoverage words(context_.snapshot, *question_.reading.message);
    const auto add_of = [&](std::span<const store::ChunkKey> likely) {
      add_found(LaneKind::kText, likely, [&](std::string_view content) -> std::optional<FoundText> {
        const auto found = matcher.match(content);
        if (found.share <= 0) return std::nullopt;
        return FoundText{kLeastMessage + kLaneWidth * found.share, found.position};
      });
    };
    auto said =
        store::chunks_with_most(words, with_grams(text::all_grams(question_.query)), kMostSaid);
    std::erase_if(said, [this](store::ChunkKey key) {
      return info_of(key).semantic_class == SemanticClass::kDocumentationStructured;
    });
    add_of(std::span(said).first(std::min(said.size(), kMostWithMost)));
    if (out_.entries.empty())
      add_of(store::chunks_with_most(words, question_.allowed, kMostWithMost));
  }

  /// The allowed chunks of files that may contain every piece of the query between white space.
  std::vector<store::ChunkSet> with_marks() const {
    constexpr std::string_view kWhite = " \t\r\n\f\v";
    text::GramQuery query;
    for (std::string_view rest = question_.query; !rest.empty();) {
      const auto piece = rest.substr(0, rest.find_first_of(kWhite));
      query = text::both(std::move(query), text::all_grams(piece));
      rest.remove_prefix(std::min(rest.size(), piece.size() + 1));
    }
    return with_grams(query);
  }

  std::vector<store::ChunkSet> with_grams(const text::GramQuery& query) const {
    auto out = question_.allowed;
    for (std::size_t part = 0; part < out.size(); ++part)
      if (const auto set = store::chunks_with_grams(*context_.snapshot.parts[part].segment, query))
        out[part] &= *set;
    return out;
  }

  struct FoundText {
    double least = 0;
    std::size_t position = 0;
  };

  /// Adds the chunks whose text `find` accepts.
  template <class Find>
  void add_found(LaneKind kind, std::span<const store::ChunkKey> chunks, Find&& find) {
    const auto texts = texts_of(chunks);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (!texts[i]) continue;  // reported when the chunk is ranked
      const auto& chunk = **texts[i];
      const auto found = find(std::string_view(chunk.text));
      if (!found) continue;
      const auto info = info_of(chunks[i]);
      // Code says a text before its tests, and before the records of its changes.
      const bool is_repeated = info.is_test || text::records_change(info.path);
      const double least = found->least - (is_repeated ? kLaneWidth / 2 : 0);
      const auto before = std::string_view(chunk.text).substr(0, found->position);
      const auto line = chunk.record.lines.start_line +
                        static_cast<std::uint32_t>(std::ranges::count(before, '\n'));
      add(chunks[i], {kind, least, least + kLaneWidth / 4, line});
    }
  }

  std::vector<Result<ChunkCache::Pointer>> texts_of(std::span<const store::ChunkKey> chunks) const {
    std::vector<store::ChunkPlace> places;
    for (const auto& key : chunks) {
      const auto info = info_of(key);
      places.push_back({info.content, info.ordinal});
    }
    return read_chunks(context_.database, context_.chunks, places);
  }

  store::SegmentChunk info_of(store::ChunkKey key) const {
    return context_.snapshot.parts[key.part].segment->chunk(key.chunk);
  }

  /// Which of several definitions are only declarations: a prototype, a method of an interface.
  std::vector<bool> declarations_among(const std::vector<NamedDefinition>& found) const {
    std::vector<bool> out(found.size(), false);
    if (found.size() < 2) return out;
    std::vector<store::ChunkKey> chunks;
    chunks.reserve(found.size());
    for (const auto& one : found) chunks.push_back(one.chunk);
    const auto texts = texts_of(chunks);
    for (std::size_t i = 0; i < found.size(); ++i)
      out[i] = texts[i] && is_declaration(**texts[i], found[i].symbol.lines);
    return out;
  }

  static bool is_declaration(const store::ChunkText& chunk, Span lines) {
    const auto first = chunk.record.lines.start_line;
    if (lines.start_line < first || lines.end_line > chunk.record.lines.end_line) return false;
    const auto all = base::split_lines(chunk.text);
    std::string text;
    for (auto line = lines.start_line; line <= lines.end_line && line - first < all.size(); ++line)
      text.append(all[line - first]).push_back('\n');
    const auto last = text.find_last_not_of(" \t\r\n");
    return last != std::string::npos && text[last] == ';' && text.find('{') == std::string::npos;
  }

  static Lane lane_of(const NamedDefinition& found, const text::NamePattern& name,
                      text::NameMatch match, bool is_copy) {
    double least = least_of(match);
    if (is_copy || is_secondary(found.symbol)) least -= kLaneWidth;
    // Among names with a common part, prefers those with the largest common share. Among all names,
    // prefers those with the same spelling and definitions of more than one line of data.
    const auto size = text::fold_identifier(found.symbol.name).size();
    const double share =
        static_cast<double>(std::min(size, name.folded().size())) /
        static_cast<double>(std::max<std::size_t>({size, name.folded().size(), 1}));
    const bool is_written_so = found.symbol.name.find(name.last()) != std::string::npos;
    const double height =
        (is_leaf(found.symbol) ? 0 : 0.2) + (is_written_so ? 0.2 : 0) + 0.35 * share;
    least += kLaneWidth * height;
    return {LaneKind::kName, least, least + kLaneWidth / 4, found.symbol.lines.start_line, match};
  }

  const SearchContext& context_;
  const Question& question_;
  DefinitionSource source_;
  ExactLane out_;
};

}  // namespace

const Lane* ExactLane::find(store::ChunkKey chunk) const noexcept {
  const auto at = std::ranges::find(entries, chunk, &LaneEntry::chunk);
  return at == entries.end() ? nullptr : &at->lane;
}

Result<ExactLane> find_exact(const SearchContext& context, const Question& question,
                             const store::TermCoverage& coverage) {
  return LaneFinder(context, question).execute(coverage);
}

}  // namespace codeweaver::engine
