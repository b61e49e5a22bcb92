// Definitions of a file: those around given lines, or all of them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/hybrid_searcher.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

/// See HybridSearcher::definitions_at.
Result<std::vector<std::optional<SymbolMatch>>> definitions_at(
    const SearchContext& context, std::string_view path, std::span<const std::uint32_t> lines);

/// The innermost definition of a name around a line of a file; nullopt: there is none.
Result<std::optional<SymbolMatch>> definition_named(const SearchContext& context,
                                                    std::string_view path, std::uint32_t line,
                                                    std::string_view name);

/// See HybridSearcher::definitions_in.
Result<std::vector<SymbolMatch>> definitions_in(const SearchContext& context,
                                                std::string_view path);

/// See HybridSearcher::files_defining.
Result<std::vector<std::string>> files_defining(const SearchContext& context,
                                                std::span<const std::string> kinds);

/// Action of the error "FILE_NOT_INDEXED" if nothing is known about the path.
inline constexpr const char* kPathAdvice =
    "Give a path relative to the project's root, as in search results.";

}  // namespace codeweaver::engine
