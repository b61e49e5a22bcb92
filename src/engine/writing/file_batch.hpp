// FileBatch: files of a run that are committed together.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/content/file_processor.hpp"
#include "engine/content/memory_shares.hpp"

namespace codeweaver::engine {

/// Limited by the number of files, which a crash can lose, and by the size of their texts.
class FileBatch {
 public:
  FileBatch(std::size_t most_files, std::uint64_t memory_budget)
      : most_files_(most_files), most_bytes_(batch_share(memory_budget)) {}

  void add(ProcessedFile file) {
    bytes_ += file.content ? file.content->text.size() : 0;
    files_.push_back(std::move(file));
  }
  bool is_full() const noexcept { return files_.size() >= most_files_ || bytes_ >= most_bytes_; }
  bool is_empty() const noexcept { return files_.empty(); }
  std::vector<ProcessedFile>& files() noexcept { return files_; }
  void clear() noexcept {
    files_.clear();
    bytes_ = 0;
  }

 private:
  std::size_t most_files_;
  std::uint64_t most_bytes_;
  std::vector<ProcessedFile> files_;
  std::uint64_t bytes_ = 0;  // of their texts
};

}  // namespace codeweaver::engine
