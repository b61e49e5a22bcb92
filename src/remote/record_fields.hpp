// Fields that stores keep next to each record, for filters.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/vector_store.hpp"

namespace codeweaver::remote {

/// The value that RecordFilter::extension is compared with.
std::string extension_of(std::string_view path);

/// The path and all folders above it; RecordFilter::directory must be one of them.
std::vector<std::string> directories_of(std::string_view path);

/// The paths that a filter's patterns admit. Patterns are matched here, because stores do not
/// support gitignore(5). nullopt: the filter has no patterns. `all_paths` returns the paths of all
/// records.
Result<std::optional<std::vector<std::string>>> paths_of(
    const RecordFilter& filter, const std::function<Result<std::vector<std::string>>()>& all_paths);

/// Converts a record without vectors to JSON and back. Errors of reading: kCorruption
/// "INVALID_RECORD".
std::string record_text(const VectorRecord& record);
Result<VectorRecord> parse_record(std::string_view text);

}  // namespace codeweaver::remote
