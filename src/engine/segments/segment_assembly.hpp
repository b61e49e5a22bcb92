// SegmentAssembly: builds segments file by file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.hpp"
#include "codeweaver/result.hpp"
#include "engine/content/prepared_file.hpp"
#include "engine/segments/derive.hpp"
#include "engine/state/state_paths.hpp"
#include "store/segments/bounded_segments.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::engine {

/// Takes prepared files in path order and writes one segment, or several if the memory budget
/// requires it. Thread safety: none.
class SegmentAssembly {
 public:
  /// Uses the embedder, the kind of vector index and the memory budget of `request`.
  SegmentAssembly(const StatePaths& paths, const DeriveRequest& request);

  /// Errors: kIo.
  Result<void> add(const WantedFile& file, const PreparedFile& prepared);
  /// True if exactly these files were added, in this order.
  bool holds(const std::vector<WantedFile>& files) const;
  /// Returns the entries for a manifest. Errors: kIo.
  Result<std::vector<store::Manifest::Entry>> finish() &&;
  /// The same for the files added so far; earlier published segments do not change.
  Result<std::vector<store::Manifest::Entry>> publish();
  /// Call it if nothing will be published any more, or not soon.
  void stop_publishing() noexcept { segments_.stop_publishing(); }
  std::size_t dimension() const noexcept { return dimension_; }
  /// Failures of the models so far.
  const Outage& outage() const noexcept { return outage_; }

 private:
  void note(const WantedFile& file, const std::optional<Error>& outage, std::optional<Error>& first,
            std::size_t& files);
  Result<std::vector<store::Manifest::Entry>> entries(Result<std::vector<std::string>> names) const;

  std::filesystem::path folder_;
  std::size_t dimension_;
  store::BoundedSegments segments_;
  base::Hash128 files_;  // hash of all added files
  Outage outage_;
};

}  // namespace codeweaver::engine
