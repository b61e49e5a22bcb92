// SegmentAssembly: segments under construction, file by file.
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

/// Takes prepared files in path order and writes one segment, or several where the memory budget
/// asks for it. Thread safety: none.
class SegmentAssembly {
 public:
  /// `request`: its embedder, kind of vector index and memory budget count.
  SegmentAssembly(const StatePaths& paths, const DeriveRequest& request);

  /// Errors: kIo.
  Result<void> add(const WantedFile& file, const PreparedFile& prepared);
  /// Whether exactly these files were added, in this order.
  bool holds(const std::vector<WantedFile>& files) const;
  /// Entries for a manifest. Errors: kIo.
  Result<std::vector<store::Manifest::Entry>> finish() &&;
  /// The same of the files added so far; what was published before stays as it is.
  Result<std::vector<store::Manifest::Entry>> publish();
  /// Nothing will be published any more, or not soon.
  void stop_publishing() noexcept { segments_.stop_publishing(); }
  std::size_t dimension() const noexcept { return dimension_; }
  /// What the models failed at so far.
  const Outage& outage() const noexcept { return outage_; }

 private:
  void note(const WantedFile& file, const std::optional<Error>& outage, std::optional<Error>& first,
            std::size_t& files);
  Result<std::vector<store::Manifest::Entry>> entries(Result<std::vector<std::string>> names) const;

  std::filesystem::path folder_;
  std::size_t dimension_;
  store::BoundedSegments segments_;
  base::Hash128 files_;  // of all files added
  Outage outage_;
};

}  // namespace codeweaver::engine
