// FileGroups: files whose texts are sent to a model together; each content is in one group only.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "engine/content/prepared_file.hpp"

namespace codeweaver::engine {

/// Divides files into consecutive groups. For a service, a group has about the size of a request. A
/// content that an earlier group has is a repeat: its vectors come from that group, because groups
/// are processed in order. Thread safety: const members may be called concurrently.
class FileGroups {
 public:
  static constexpr std::size_t kFilesOfRequest = 16;  ///< group size for a service

  /// `files` must outlive this object. `is_service`: the model is a service.
  FileGroups(const std::vector<WantedFile>& files, bool is_service)
      : files_(files), size_(is_service ? kFilesOfRequest : 1) {
    if (!is_service) return;
    std::map<base::Hash128, std::size_t> group_of;
    for (std::size_t i = 0; i < files.size(); ++i) {
      const auto [place, is_first] = group_of.emplace(files[i].content, i / size_);
      if (is_first || place->second == i / size_) continue;
      repeats_.insert(i);
      vectors_.try_emplace(files[i].content);
    }
  }

  std::size_t count() const { return (files_.size() + size_ - 1) / size_; }
  /// Number of its first file.
  std::size_t begin(std::size_t group) const { return group * size_; }
  std::span<const WantedFile> files(std::size_t group) const {
    return std::span(files_).subspan(begin(group), std::min(size_, files_.size() - begin(group)));
  }
  bool is_repeat(std::size_t file) const { return repeats_.contains(file); }

  /// Stores the vectors of a file for its repeats, or copies them to a repeat. Call it for each
  /// file in order.
  void share(std::size_t number, PreparedFile& file) {
    const auto shared = vectors_.find(files_[number].content);
    if (shared == vectors_.end()) return;
    auto& [rows, outage] = shared->second;
    if (is_repeat(number)) {
      file.vectors = rows;
      file.outage = outage;
    } else if (rows.empty()) {
      rows = file.vectors;
      outage = file.outage;
    }
  }

 private:
  const std::vector<WantedFile>& files_;
  std::size_t size_;
  std::set<std::size_t> repeats_;
  std::map<base::Hash128, std::pair<std::vector<float>, std::optional<Error>>> vectors_;
};

}  // namespace codeweaver::engine
