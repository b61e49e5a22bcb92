// Derivation: brings the search segments in line with the database.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>

#include "codeweaver/embedder.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"
#include "engine/state_paths.hpp"
#include "store/segment.hpp"

namespace codeweaver::engine {

/// kAuto stays on the scan: it beats the graph at equal recall up to a million chunks.
store::VectorIndexKind stored_kind(VectorIndexKind kind);

struct DeriveRequest {
  const Embedder* embedder = nullptr;  ///< null: no vectors
  std::size_t workers = 0;             ///< 0: one a core; never changes the bytes
  store::VectorIndexKind vector_index = store::VectorIndexKind::kScan;
  bool rebuild = false;  ///< one new segment, whatever there is
  std::function<void(std::size_t done, std::size_t total)> on_progress;
};

struct DeriveOutcome {
  std::uint64_t generation = 0;  ///< of the state that is committed now
  std::size_t live_chunks = 0;
  std::map<std::string, std::size_t> languages;  ///< language id to live files
  bool changed = false;                          ///< a new generation was committed
};

/// Compares the committed segments of a tree with its files in the database, file by file, and
/// commits a generation that holds exactly those: deletions as marks on old segments, additions as
/// one new segment, or everything in one new segment when too many have piled up or one is damaged.
/// Being a function of the database alone, it also mends whatever a crash left behind. A tree
/// without segments starts with those of the other trees that suit it. Cost: proportional to the
/// files added. Errors: kIo, kCorruption (database), kCancelled.
Result<DeriveOutcome> derive_segments(const StatePaths& paths, const DeriveRequest& request,
                                      std::stop_token stop = {});

}  // namespace codeweaver::engine
