// VectorIndexKind: the structure that answers dense queries.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

namespace codeweaver::store {

/// The structure that answers dense queries. kScan and kFaissFlat read the stored vectors;
/// kFaissHnsw needs the links that SegmentBuilder adds for it.
enum class VectorIndexKind : std::uint8_t { kScan, kFaissFlat, kFaissHnsw };

}  // namespace codeweaver::store
