// BoundedSegments: a builder that is written and begun anew.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/segments/bounded_segments.hpp"

#include <utility>

#include "base/try.hpp"

namespace codeweaver::store {

BoundedSegments::BoundedSegments(std::filesystem::path folder, std::size_t dimension,
                                 VectorIndexKind kind, std::uint64_t memory_bytes)
    : folder_(std::move(folder)), dimension_(dimension), kind_(kind), memory_bytes_(memory_bytes) {}

void BoundedSegments::add(const SegmentInput& input) {
  if (!builder_) builder_.emplace(dimension_, kind_, folder_);
  builder_->add(input);
}

Result<void> BoundedSegments::end_file() {
  return builder_ && builder_->memory_bytes() >= memory_bytes_ ? write() : Result<void>();
}

Result<void> BoundedSegments::write() {
  auto name = std::move(*builder_).write(folder_);
  builder_.reset();
  if (!name) return name.error();
  written_.push_back(std::move(*name));
  return {};
}

Result<std::vector<std::string>> BoundedSegments::finish() && {
  if (builder_) CODEWEAVER_TRY(write());
  return std::move(written_);
}

Result<std::vector<std::string>> BoundedSegments::write_copy() const {
  auto names = written_;
  if (!builder_) return names;
  CODEWEAVER_ASSIGN(auto name, builder_->write_copy(folder_));
  names.push_back(std::move(name));
  return names;
}

}  // namespace codeweaver::store
