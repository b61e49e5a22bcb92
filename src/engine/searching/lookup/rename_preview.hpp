// Rename preview: the diff of a rename, and what it leaves out.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "codeweaver/rename.hpp"
#include "codeweaver/result.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

/// See HybridSearcher::rename_preview().
Result<RenamePreview> rename_preview(const SearchContext& context, std::string_view name,
                                     std::string_view new_name, std::size_t limit);

}  // namespace codeweaver::engine
