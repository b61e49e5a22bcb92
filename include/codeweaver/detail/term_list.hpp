// TermList: many short strings in one buffer that is reused without allocations.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_TERM_LIST_HPP_
#define CODEWEAVER_TEXT_TERM_LIST_HPP_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace codeweaver::inline v0_1::text {

/// An append-only sequence of terms. Views are valid until the next add() or clear().
class TermList {
 public:
  void clear() noexcept {
    size_ = 0;
    ends_.clear();
  }
  void add(std::string_view term) {
    if (buffer_.size() - size_ < term.size())
      buffer_.resize(2 * buffer_.size() + term.size() + kLeast);
    copy(term, buffer_.data() + size_);
    size_ += term.size();
    ends_.push_back(static_cast<std::uint32_t>(size_));
  }
  std::size_t size() const noexcept { return ends_.size(); }
  bool empty() const noexcept { return ends_.empty(); }
  std::string_view operator[](std::size_t i) const noexcept {
    const std::uint32_t begin = i == 0 ? 0 : ends_[i - 1];
    return {buffer_.data() + begin, ends_[i] - begin};
  }

 private:
  static constexpr std::size_t kStep = 8, kLeast = 64;

  /// Most terms are so short that the call of memcpy with a variable size would dominate the cost.
  static void copy(std::string_view term, char* out) noexcept {
    const char* const from = term.data();
    const std::size_t size = term.size();
    if (size > 2 * kStep) {
      std::memcpy(out, from, size);
    } else if (size >= kStep) {
      std::memcpy(out, from, kStep);
      std::memcpy(out + size - kStep, from + size - kStep, kStep);
    } else if (size >= kStep / 2) {
      std::memcpy(out, from, kStep / 2);
      std::memcpy(out + size - kStep / 2, from + size - kStep / 2, kStep / 2);
    } else {
      for (std::size_t i = 0; i < size; ++i) out[i] = from[i];
    }
  }

  std::vector<char> buffer_;  // the first size_ bytes are terms
  std::size_t size_ = 0;
  std::vector<std::uint32_t> ends_;
};

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_TERM_LIST_HPP_
