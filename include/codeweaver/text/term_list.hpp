// TermList: many short strings in one buffer, refilled without allocating.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_TERM_LIST_HPP_
#define CODEWEAVER_TEXT_TERM_LIST_HPP_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::text {

/// An append-only sequence of terms. Views are valid until the next add or clear.
class TermList {
 public:
  void clear() noexcept {
    buffer_.clear();
    ends_.clear();
  }
  void add(std::string_view term) {
    buffer_.append(term);
    ends_.push_back(static_cast<std::uint32_t>(buffer_.size()));
  }
  std::size_t size() const noexcept { return ends_.size(); }
  bool empty() const noexcept { return ends_.empty(); }
  std::string_view operator[](std::size_t i) const noexcept {
    const std::uint32_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(buffer_).substr(begin, ends_[i] - begin);
  }

 private:
  std::string buffer_;
  std::vector<std::uint32_t> ends_;
};

}  // namespace codeweaver::text

#endif  // CODEWEAVER_TEXT_TERM_LIST_HPP_
