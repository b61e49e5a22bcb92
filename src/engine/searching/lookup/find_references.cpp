// References: chunks from postings, references by name, lines by word.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/find_references.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/lines.hpp"
#include "base/try.hpp"
#include "codeweaver/text/analyzer.hpp"
#include "codeweaver/text/identifier.hpp"
#include "engine/searching/lookup/linked_uses.hpp"
#include "engine/searching/lookup/symbol_lookup.hpp"
#include "engine/searching/lookup/text_uses.hpp"
#include "engine/state/item_path.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "store/search/lexical_search.hpp"
#include "store/search/term_coverage.hpp"
#include "syntax/builtin_names.hpp"

namespace codeweaver::engine {
namespace {

ReferenceMatch match_of(const store::SegmentChunk& info, std::uint32_t line, const LinkedUse& use) {
  return {.path = std::string(info.path),
          .language = std::string(info.language),
          .line = line,
          .column = use.column,
          .text = {},
          .enclosing = {},
          .kind = std::string(use.kind),
          .link = use.link,
          .targets = use.targets};
}

/// The uses in the lines of a chunk.
auto uses_in_lines(const LinkedUses::OfFile& uses, const Span& lines) {
  return std::ranges::subrange(uses.lower_bound(lines.start_line),
                               uses.upper_bound(lines.end_line));
}

/// Adds the lines of a chunk that have one of these uses.
Result<void> add_uses(const IndexRows& database, const store::SegmentChunk& info,
                      const store::ChunkText& chunk, const LinkedUses::OfFile& uses,
                      std::vector<ReferenceMatch>& out) {
  const auto lines = base::split_lines(chunk.text);
  const auto first = info.lines.start_line;
  CODEWEAVER_ASSIGN(const auto definitions, database.definitions_in({info.content, info.ordinal}));
  for (const auto& [line, use] : uses_in_lines(uses, info.lines)) {
    if (line - first >= lines.size()) break;
    out.push_back(match_of(info, line, use));
    out.back().text = lines[line - first];
    out.back().enclosing = enclosing_definition(definitions, line, chunk.record);
  }
  return {};
}

/// Places that only share the name come last.
int order_of(ReferenceLink link) {
  if (link == ReferenceLink::kElsewhere) return 2;
  return link == ReferenceLink::kByName ? 1 : 0;
}

std::tuple<int, std::string_view, std::uint32_t> reference_place(const ReferenceMatch& one) {
  return {order_of(one.link), one.path, one.line};
}

constexpr std::size_t kMostWanted = 200;  // definitions with a qualified name
constexpr std::uint32_t kMostUses = 64;   // maximum number of examined chunks of a file

/// The last part of a qualified name.
std::string_view own_name(std::string_view qualified) {
  const auto before = qualified.find_last_of(":.#/\\");
  return before == std::string_view::npos ? qualified : qualified.substr(before + 1);
}

/// True if a name is specific enough that other uses of it probably mean this definition. Names
/// like `run` and `get` are not.
bool is_telling(std::string_view name) {
  const bool has_capital = std::ranges::any_of(name, [](char c) { return c >= 'A' && c <= 'Z'; });
  return has_capital || text::split_identifier(name).size() > 1;
}

std::uint64_t uses_in(const store::Snapshot& snapshot, const store::Segment& segment,
                      std::uint32_t first, std::uint32_t last) {
  std::set<std::string_view> names;
  for (auto chunk = first; chunk < std::min(last, first + kMostUses); ++chunk)
    if (const auto name = own_name(segment.chunk(chunk).symbol); is_telling(name))
      names.insert(name);
  std::uint64_t uses = 0;
  for (const auto name : names) {
    const auto chunks = chunks_naming(snapshot, name);
    uses += chunks > 0 ? chunks - 1 : 0;  // without the chunk that defines it
  }
  return uses;
}

/// Finds the lines of chunks that may use a name.
class ReferenceLines {
 public:
  /// `links` null: uses are not linked.
  ReferenceLines(const SearchContext& context, const WantedReferences& wanted, bool is_defined,
                 LinkedUses* links)
      : context_(context), wanted_(wanted), is_defined_(is_defined), links_(links) {}

  /// Reads only the texts of chunks that have a use, or whose uses are not known.
  Result<void> add(std::span<const store::ScoredChunk> chunks, std::vector<ReferenceMatch>& out) {
    std::vector<ChunkToRead> to_read;
    std::vector<store::ChunkPlace> places;
    for (const auto& one : chunks) {
      const auto info = context_.snapshot.parts[one.part].segment->chunk(one.chunk);
      if (!is_defined_ && syntax::is_builtin_name(info.language, wanted_.name)) continue;
      const auto* const uses = links_ == nullptr ? nullptr : links_->of(info.path);
      if (uses != nullptr && uses_in_lines(*uses, info.lines).empty()) continue;
      to_read.push_back({info, uses});
      places.push_back({info.content, info.ordinal});
    }
    const auto texts = read_chunks(context_.database, context_.chunks, places);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (!texts[i]) return texts[i].error();
      const auto& [info, uses] = to_read[i];
      CODEWEAVER_TRY(uses == nullptr
                         ? add_text_uses(context_.database, info, **texts[i], wanted_.name, out)
                         : add_uses(context_.database, info, **texts[i], *uses, out));
    }
    return {};
  }

 private:
  struct ChunkToRead {
    store::SegmentChunk info;
    const LinkedUses::OfFile* uses = nullptr;  // null: not known
  };

  const SearchContext& context_;
  const WantedReferences& wanted_;
  bool is_defined_;
  LinkedUses* links_;
};

}  // namespace

/// A name that nothing uses means those that differ from it in upper and lower case.
Result<std::vector<ReferenceMatch>> find_references(const SearchContext& context,
                                                    std::string_view name, std::size_t limit,
                                                    bool* is_late) {
  const auto before = name.find_last_of(":.#/\\");
  const auto own = before == std::string_view::npos ? name : name.substr(before + 1);
  std::vector<ReferenceMatch> out;
  const auto add = [&](const WantedReferences& wanted) -> Result<void> {
    CODEWEAVER_ASSIGN(auto found, references_to(context, wanted));
    if (is_late != nullptr) *is_late = *is_late || found.is_late;
    std::ranges::move(found.matches, std::back_inserter(out));
    return {};
  };
  if (before == std::string_view::npos) {
    CODEWEAVER_TRY(add({.name = own, .limit = limit}));
    CODEWEAVER_ASSIGN(const auto exact, context.database.find_definitions(own, 1));
    if (!out.empty() || !exact.empty()) return out;
  }
  CODEWEAVER_ASSIGN(const auto wanted,
                    find_spelled_symbols(context.snapshot, context.database, name, kMostWanted));
  std::map<std::string, std::vector<SymbolMatch>> by_name;
  for (const auto& one : wanted) by_name[one.name].push_back(one);
  if (by_name.empty()) CODEWEAVER_TRY(add({.name = own, .limit = limit}));
  for (const auto& [spelled, of_name] : by_name)
    CODEWEAVER_TRY(add({.name = spelled, .definitions = of_name, .limit = limit}));
  std::ranges::stable_sort(out, {}, &reference_place);
  if (out.size() > limit) out.resize(limit);
  return out;
}

Result<FoundReferences> references_to(const SearchContext& context,
                                      const WantedReferences& wanted) {
  if (wanted.name.empty()) return FoundReferences{};
  CODEWEAVER_ASSIGN(const auto own, context.database.find_definitions(wanted.name, 1));
  const bool is_defined = !own.empty() || wanted.was_defined;
  std::optional<LinkedUses> links;
  if (context.graph != nullptr && !wanted.definitions.empty()) {
    links.emplace(*context.graph, context.database, wanted.name, is_defined, wanted.definitions,
                  LinkedUses::Wanted::kThese);
  } else if (context.graph != nullptr) {
    CODEWEAVER_ASSIGN(const auto all, find_spelled_symbols(context.snapshot, context.database,
                                                           wanted.name, kMostWanted));
    links.emplace(*context.graph, context.database, wanted.name, is_defined, all,
                  LinkedUses::Wanted::kAll);
  }
  FoundReferences out;
  ReferenceLines lines(context, wanted, is_defined, links ? &*links : nullptr);
  const auto found = chunks_with_name(context.snapshot, wanted.name);
  for (std::size_t begin = 0; begin < found.size(); begin += kChunksAtOnce) {
    const auto rest = std::span(found).subspan(begin);
    CODEWEAVER_TRY(lines.add(rest.first(std::min(rest.size(), kChunksAtOnce)), out.matches));
  }
  out.is_late = links && links->is_late();
  std::ranges::sort(out.matches, {}, &reference_place);
  const auto repeated =
      std::ranges::unique(out.matches, {}, &reference_place);  // from overlapping chunks
  out.matches.erase(repeated.begin(), repeated.end());
  if (out.matches.size() > wanted.limit) out.matches.resize(wanted.limit);
  return out;
}

/// Several parts of a name count as one word.
std::uint64_t chunks_naming(const store::Snapshot& snapshot, std::string_view name) {
  auto terms = text::analyze_query(name);
  std::erase_if(terms, [](const auto& term) { return term.optional; });
  if (terms.empty()) return 0;
  const store::TermCoverage coverage(snapshot, terms);
  std::uint64_t least = UINT64_MAX;
  for (std::size_t i = 0; i < terms.size(); ++i) least = std::min(least, coverage.frequency(i));
  return least;
}

std::vector<std::string> files_naming(const store::Snapshot& snapshot, std::string_view name) {
  std::set<std::string> out;
  for (const auto& one : chunks_with_name(snapshot, name))
    out.emplace(snapshot.parts[one.part].segment->chunk(one.chunk).path);
  return {out.begin(), out.end()};
}

std::vector<std::uint64_t> uses_of(const store::Snapshot& snapshot,
                                   std::span<const std::string> paths) {
  std::vector<std::uint64_t> out(paths.size(), 0);
  for (std::size_t i = 0; i < paths.size(); ++i)
    for (const auto& part : snapshot.parts) {
      const auto file = find_file(*part.segment, paths[i]);
      if (!file) continue;
      const auto [first, last] = part.segment->file_chunks(*file);
      if (first == last || !part.live.test(first)) continue;
      out[i] = uses_in(snapshot, *part.segment, first, last);
      break;
    }
  return out;
}

}  // namespace codeweaver::engine
