// RecordFilter for stores that check each record themselves.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

#include "codeweaver/vector_store.hpp"

namespace codeweaver::remote {

/// Whether `record` meets every condition of `filter`.
bool admits(const RecordFilter& filter, const VectorRecord& record);

/// Like admits(), but checks only the patterns: glob and paths.
bool admits_path(const RecordFilter& filter, std::string_view path);

}  // namespace codeweaver::remote
