// uses_of: the names of a file's chunks, and the number of chunks in their postings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/file_uses.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "codeweaver/text/analyzer.hpp"
#include "codeweaver/text/identifier.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::uint32_t kMostUses = 64;  // maximum number of examined chunks of a file

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

/// Number of live chunks with the rarest term of the name (several parts count as one word).
std::uint64_t chunks_naming(const store::Snapshot& snapshot, std::string_view name) {
  auto terms = text::analyze_query(name);
  std::erase_if(terms, [](const auto& term) { return term.optional; });
  if (terms.empty()) return 0;
  const store::TermCoverage coverage(snapshot, terms);
  std::uint64_t least = UINT64_MAX;
  for (std::size_t i = 0; i < terms.size(); ++i) least = std::min(least, coverage.frequency(i));
  return least;
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

}  // namespace

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
