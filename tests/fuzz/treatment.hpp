// Processes a text like the index does, and checks properties that must hold for any text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <time.h>

#include <chrono>
#include <string>
#include <string_view>

#include "chunk/chunk.hpp"
#include "chunk/piece_checks.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::fuzz {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif
inline constexpr int kSlowness = kIsSanitized ? 4 : 1;  ///< how much longer everything takes

/// What became of one text.
struct Treatment {
  std::string fault;    ///< what did not hold; empty: everything did
  std::string refusal;  ///< why there is no tree, as a code; empty: there is one
  std::chrono::nanoseconds cpu{0};
};

inline std::chrono::nanoseconds thread_cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

/// What is wrong with the definitions of a tree; empty: nothing.
inline std::string broken_definition(std::string_view text,
                                     const std::vector<syntax::Definition>& definitions) {
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    const syntax::Definition& definition = definitions[i];
    const std::string place = " (definition " + std::to_string(i) + ")";
    for (const syntax::ByteRange range : {definition.range, definition.node, definition.signature})
      if (range.begin > range.end || range.end > text.size()) return "range outside" + place;
    if (definition.name.empty()) return "no name" + place;
    if (definition.node.begin < before) return "not in order" + place;
    if (definition.parent >= static_cast<std::int32_t>(i)) return "parent behind" + place;
    before = definition.node.begin;
  }
  return {};
}

/// Parses, chunks, and checks: complete pieces, sound definitions, and all of it within the time
/// that the limits grant, with room for cutting by lines.
inline Treatment treat(std::string_view text, syntax::LanguageIndex language,
                       const syntax::ParseLimits& limits) {
  Treatment out;
  const auto begin = thread_cpu_time();
  chunk::ChunkOptions options;
  options.parse = limits;
  const chunk::ChunkedText chunked = chunk::chunk_text(text, language, options);
  out.cpu = thread_cpu_time() - begin;
  out.fault = chunk::testing::broken_promise(text, chunked.pieces, options.hard_limit);
  const auto tree = syntax::SyntaxTree::parse(text, language, limits);
  if (!tree) out.refusal = tree.error().code;
  if (tree && out.fault.empty()) out.fault = broken_definition(text, tree->definitions());
  const auto granted =
      limits.budget * 2 + kSlowness * std::chrono::milliseconds(text.size() / 1000 + 500);
  if (out.fault.empty() && out.cpu > granted)
    out.fault =
        "took " +
        std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(out.cpu).count()) +
        " ms of CPU time";
  return out;
}

}  // namespace codeweaver::fuzz
