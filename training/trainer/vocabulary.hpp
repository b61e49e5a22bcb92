// Vocabulary: the words with a vector, chosen by the number of texts that contain them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace codeweaver::training {

/// Words numbered from the most frequent one; ties in byte order.
class Vocabulary {
 public:
  /// Counts the words of `texts`; keeps those in at least `min_texts`, at most `limit`.
  Vocabulary(const std::vector<std::string_view>& texts, std::uint32_t min_texts,
             std::size_t limit);

  std::size_t size() const noexcept { return words_.size(); }
  const std::vector<std::string>& words() const noexcept { return words_; }
  /// Inverse document frequency of a word, divided by the mean over the vocabulary.
  float relative_idf(std::size_t number) const noexcept { return relative_idf_[number]; }
  /// The numbers of the words of a text, with the library's word splitting.
  std::vector<std::uint32_t> numbers(std::string_view text) const;

 private:
  std::vector<std::string> words_;
  std::vector<float> relative_idf_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
};

}  // namespace codeweaver::training
