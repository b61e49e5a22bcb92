// definitions_at: from the chunk of a line backwards, until a definition contains the line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/definitions_at.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "base/try.hpp"
#include "engine/state/item_path.hpp"
#include "engine/state/snapshot_facts.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::uint32_t kMostChunksBack = 12;

/// The definitions of one file of a segment, read on demand.
class FileDefinitions {
 public:
  FileDefinitions(const SearchContext& context, const store::Segment& segment, std::size_t file)
      : context_(context), segment_(segment) {
    std::tie(first_, last_) = segment.file_chunks(file);
  }

  /// `name` empty: any.
  Result<std::optional<SymbolMatch>> at(std::string_view path, std::uint32_t line,
                                        std::string_view name) {
    std::uint32_t chunk = last_;
    while (chunk > first_ && segment_.chunk(chunk - 1).lines.start_line > line) --chunk;
    const std::uint32_t stop = chunk > first_ + kMostChunksBack ? chunk - kMostChunksBack : first_;
    for (; chunk > stop; --chunk) {
      CODEWEAVER_ASSIGN(const auto* found, in(chunk - 1));
      const store::SymbolRecord* best = nullptr;
      for (const auto& one : *found)
        if (one.lines.start_line <= line && line <= one.lines.end_line &&
            (name.empty() || one.name == name) &&
            (best == nullptr || one.lines.line_count() <= best->lines.line_count()))
          best = &one;
      if (best != nullptr)
        return std::optional(SymbolMatch{best->name, best->qualified_name, best->kind,
                                         std::string(path), best->lines});
    }
    return std::optional<SymbolMatch>();
  }

 private:
  Result<const std::vector<store::SymbolRecord>*> in(std::uint32_t chunk) {
    const auto [at, is_new] = known_.try_emplace(chunk);
    if (is_new) {
      const auto info = segment_.chunk(chunk);
      CODEWEAVER_ASSIGN(at->second, context_.database.definitions_in({info.content, info.ordinal}));
    }
    return &at->second;
  }

  const SearchContext& context_;
  const store::Segment& segment_;
  std::uint32_t first_ = 0, last_ = 0;
  std::map<std::uint32_t, std::vector<store::SymbolRecord>> known_;
};

Result<std::vector<std::optional<SymbolMatch>>> definitions_around(
    const SearchContext& context, std::string_view path, std::span<const std::uint32_t> lines,
    std::string_view name) {
  std::vector<std::optional<SymbolMatch>> out(lines.size());
  for (const auto& part : context.snapshot.parts) {
    const auto [begin, end] = files_shown_as(*part.segment, path);
    for (auto file = begin; file < end; ++file) {
      const auto [first, last] = part.segment->file_chunks(file);
      if (first == last || !part.live.test(first)) continue;
      const auto item = read_item_path(part.segment->file_path(file));
      const auto offset = item.first_line - 1;
      FileDefinitions definitions(context, *part.segment, file);
      for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i] <= offset || (item.last_line > 0 && lines[i] > item.last_line)) continue;
        CODEWEAVER_ASSIGN(auto found, definitions.at(path, lines[i] - offset, name));
        if (!found) continue;
        found->lines = shown_lines(item, found->lines);
        if (!out[i] || found->lines.line_count() < out[i]->lines.line_count())
          out[i] = std::move(found);
      }
    }
  }
  return out;
}

}  // namespace

Result<std::vector<std::optional<SymbolMatch>>> definitions_at(
    const SearchContext& context, std::string_view path, std::span<const std::uint32_t> lines) {
  return definitions_around(context, path, lines, {});
}

Result<std::optional<SymbolMatch>> definition_named(const SearchContext& context,
                                                    std::string_view path, std::uint32_t line,
                                                    std::string_view name) {
  CODEWEAVER_ASSIGN(auto found, definitions_around(context, path, {&line, 1}, name));
  return std::move(found.front());
}

Result<std::vector<SymbolMatch>> definitions_in(const SearchContext& context,
                                                std::string_view path) {
  std::vector<SymbolMatch> out;
  for (const auto& part : context.snapshot.parts) {
    const auto file = find_file(*part.segment, path);
    if (!file) continue;
    const auto [first, last] = part.segment->file_chunks(*file);
    if (first == last || !part.live.test(first)) continue;
    for (auto chunk = first; chunk < last; ++chunk) {
      const auto info = part.segment->chunk(chunk);
      CODEWEAVER_ASSIGN(auto found, context.database.definitions_in({info.content, info.ordinal}));
      for (auto& one : found)
        out.push_back({std::move(one.name), std::move(one.qualified_name), std::move(one.kind),
                       std::string(path), one.lines});
    }
    break;
  }
  std::ranges::stable_sort(out, [](const SymbolMatch& a, const SymbolMatch& b) {
    if (a.lines.start_line != b.lines.start_line) return a.lines.start_line < b.lines.start_line;
    return a.lines.end_line > b.lines.end_line;
  });
  return out;
}

Result<std::vector<std::string>> files_defining(const SearchContext& context,
                                                std::span<const std::string> kinds) {
  std::set<std::string> out;
  for (const auto& part : context.snapshot.parts)
    for (std::size_t file = 0; file < part.segment->file_count(); ++file) {
      const auto [first, last] = part.segment->file_chunks(file);
      if (first == last || !part.live.test(first)) continue;
      bool is_found = false;
      for (auto chunk = first; chunk < last && !is_found; ++chunk) {
        const auto info = part.segment->chunk(chunk);
        CODEWEAVER_ASSIGN(const auto found,
                          context.database.definitions_in({info.content, info.ordinal}));
        is_found = std::ranges::any_of(found, [&](const store::SymbolRecord& one) {
          return std::ranges::find(kinds, one.kind) != kinds.end();
        });
      }
      if (is_found) out.emplace(part.segment->file_path(file));
    }
  return std::vector<std::string>(out.begin(), out.end());
}

}  // namespace codeweaver::engine
