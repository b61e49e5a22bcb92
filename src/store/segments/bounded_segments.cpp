// BoundedSegments: a builder that is written and replaced by a new one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/segments/bounded_segments.hpp"

#include <utility>

#include "base/try.hpp"

namespace codeweaver::store {

BoundedSegments::BoundedSegments(std::filesystem::path folder, std::size_t dimension,
                                 VectorIndexKind kind, std::uint64_t memory_bytes)
    : folder_(std::move(folder)), dimension_(dimension), kind_(kind), memory_bytes_(memory_bytes) {}

void BoundedSegments::add(const SegmentInput& input) {
  if (!builder_) builder_.emplace(new_builder());
  builder_->add(input);
  if (fresh_) fresh_->add(input);
}

Result<void> BoundedSegments::end_file() {
  return builder_ && builder_->memory_bytes() >= memory_bytes_ ? write() : Result<void>();
}

Result<void> BoundedSegments::write() {
  auto name = std::move(*builder_).write(folder_);
  builder_.reset();
  if (!name) return name.error();
  written_.push_back(std::move(*name));
  parts_.clear();
  if (fresh_) fresh_.emplace(new_builder());
  return {};
}

Result<std::vector<std::string>> BoundedSegments::finish() && {
  if (builder_) CODEWEAVER_TRY(write());
  return std::move(written_);
}

Result<std::vector<std::string>> BoundedSegments::publish() {
  if (!builder_) {
    fresh_.emplace(new_builder());
  } else if (!fresh_ || fresh_->size() > 0) {
    auto name = fresh_ ? std::move(*fresh_).write(folder_) : builder_->write_copy(folder_);
    if (!name) {
      stop_publishing();
      return name.error();
    }
    parts_.push_back(std::move(*name));
    fresh_.emplace(new_builder());
  }
  auto names = written_;
  names.insert(names.end(), parts_.begin(), parts_.end());
  return names;
}

void BoundedSegments::stop_publishing() noexcept {
  fresh_.reset();
  parts_.clear();
}

}  // namespace codeweaver::store
