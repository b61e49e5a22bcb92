// RecordFilter for stores that look at each record themselves.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/vector_store.hpp"

namespace codeweaver::remote {

/// Whether `record` meets every condition of `filter`.
bool admits(const RecordFilter& filter, const VectorRecord& record);

}  // namespace codeweaver::remote
