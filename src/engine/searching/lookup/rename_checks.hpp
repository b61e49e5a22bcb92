// Rename checks: whether a new name can be written, and what it may clash with.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "engine/searching/lookup/renamed_file.hpp"
#include "engine/searching/open/search_context.hpp"
#include "graph/linker.hpp"

namespace codeweaver::engine {

/// Errors: kInvalidArgument "INVALID_VALUE" (not an identifier in the language of the file).
Result<void> check_identifier(std::string_view name, std::string_view path);

/// What a person should check before the rename. `texts`: of the files that change.
Result<std::vector<std::string>> rename_conflicts(const SearchContext& context,
                                                  const Renaming& renaming,
                                                  const std::vector<graph::Target>& renamed,
                                                  const std::map<std::string, std::string>& texts);

}  // namespace codeweaver::engine
