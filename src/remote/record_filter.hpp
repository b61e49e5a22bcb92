// RecordFilter for stores that look at each record themselves.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

#include "codeweaver/vector_store.hpp"

namespace codeweaver::remote {

/// Whether `record` meets every condition of `filter`.
bool admits(const RecordFilter& filter, const VectorRecord& record);

/// The same of its patterns, glob and paths, alone.
bool admits_path(const RecordFilter& filter, std::string_view path);

}  // namespace codeweaver::remote
