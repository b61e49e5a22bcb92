// VectorRows: a buffer, and a file for full buffers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/vectors/vector_rows.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <string_view>
#include <vector>

#include "base/try.hpp"

namespace codeweaver::store {

void FloatArray::Free::operator()(float* data) const noexcept {
  std::free(data);
}

void FloatArray::append(std::span<const float> values, std::size_t size) {
  if (size_ + size > capacity_) {
    const std::size_t wanted = std::max(size_ + size, capacity_ + capacity_ / 2);
    void* const grown = std::realloc(data_.get(), wanted * sizeof(float));
    if (grown == nullptr) throw std::bad_alloc();
    static_cast<void>(data_.release());
    data_.reset(static_cast<float*>(grown));
    capacity_ = wanted;
  }
  std::copy(values.begin(), values.end(), data_.get() + size_);
  std::fill(data_.get() + size_ + values.size(), data_.get() + size_ + size, 0.0F);
  size_ += size;
}

void VectorRows::append(std::span<const float> row) {
  held_.append(row, dimension_);
  const bool is_full = held_.view().size() >= kHeldRows * dimension_;
  if (!is_full || folder_.empty() || failure_) return;
  if (auto written = write_out(); !written) failure_ = written.error();
  held_.clear();
}

Result<void> VectorRows::write_out() {
  if (!file_) {
    CODEWEAVER_ASSIGN(auto file, base::NewFile::create(folder_ / kVectorRowsPrefix));
    file_.emplace(std::move(file));
  }
  const auto rows = held_.view();
  const std::uint64_t offset = filed_ * dimension_ * sizeof(float);
  filed_ += rows.size() / dimension_;
  return file_->write(offset, {reinterpret_cast<const char*>(rows.data()), rows.size_bytes()});
}

Result<void> VectorRows::for_each_block(
    const std::function<void(std::size_t first, std::span<const float> rows)>& visit) const {
  if (failure_) return *failure_;
  std::vector<float> block(filed_ > 0 ? kHeldRows * dimension_ : 0);
  const std::span<char> bytes(reinterpret_cast<char*>(block.data()), block.size() * sizeof(float));
  for (std::size_t first = 0; first < filed_; first += kHeldRows) {
    if (auto got = file_->read(first * dimension_ * sizeof(float), bytes); !got) return got;
    visit(first, block);
  }
  if (!held_.view().empty()) visit(filed_, held_.view());
  return {};
}

}  // namespace codeweaver::store
