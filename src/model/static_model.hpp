// StaticModel: a mapped table of word vectors, and the pooling of texts with it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.hpp"
#include "codeweaver/result.hpp"
#include "model/part_cutter.hpp"
#include "model/pool_kernel.hpp"
#include "model/word_memo.hpp"

namespace codeweaver::model {

/// Word vectors as int8 with one scale each, read directly from the mapped file (format:
/// docs/internals/model.md). Copies share the mapping. Thread safety: const members may be called
/// concurrently.
class StaticModel {
 public:
  /// Maps a model file and checks all of it, including the checksum (0.6 ms). Errors: kNotFound,
  /// kIo, kCorruption (not a model file, another version, or damaged).
  static Result<StaticModel> open(const std::filesystem::path& path);
  /// The model compiled into this library, checked by the first call in the process. Its vectors
  /// are paged in at first use. Errors: kCorruption (a broken build).
  static const Result<StaticModel>& embedded();
  /// A model in memory, which must outlive the result. Its address must be a multiple of 4.
  /// `origin` names it in errors. Errors: kCorruption.
  static Result<StaticModel> from_bytes(std::string_view bytes, const std::string& origin);

  const std::string& name() const noexcept { return name_; }
  std::size_t dimension() const noexcept { return dimension_; }
  /// Number of words.
  std::size_t vocabulary() const noexcept { return ends_.size(); }
  /// The number of a lower-case word, or kUnknownWord.
  std::uint32_t find(std::string_view word) const noexcept;
  std::string_view word(std::uint32_t number) const noexcept;
  float scale(std::uint32_t number) const noexcept { return scales_[number]; }
  /// vocabulary() x dimension() values, row-major.
  const std::int8_t* vectors() const noexcept { return vectors_; }

 private:
  StaticModel() = default;
  static Result<StaticModel> parse(std::string_view bytes, const std::string& origin);
  bool tables_are_valid(std::uint32_t pool_bytes) const noexcept;

  base::MappedFile file_;  // empty for a model in memory
  std::string name_;
  std::size_t dimension_ = 0;
  std::span<const std::uint32_t> slots_;
  std::span<const std::uint32_t> ends_;
  std::span<const float> scales_;
  const char* pool_ = nullptr;
  const std::int8_t* vectors_ = nullptr;
};

/// The factor that scales a sum with squares adding up to `square_sum` to length 1; 1 for a zero
/// sum.
inline float unit_factor(double square_sum) noexcept {
  return square_sum == 0 ? 1.0F : static_cast<float>(1 / std::sqrt(square_sum));
}

/// Scales a vector to length 1; zeros stay.
void scale_to_unit(std::span<float> vector) noexcept;

/// Pools texts into unit vectors. Add the parts of one text (path, symbol, doc, body), then call
/// finish(); then start the next text. Adding parts is the same as adding them joined by line
/// breaks.
///
/// Cost: linear in the added bytes. Memory: 2 bytes per vocabulary word, plus 256 KiB. Not
/// thread-safe: create one per thread. The model must outlive it.
class TextPooler {
 public:
  explicit TextPooler(const StaticModel& model, PoolKernel kernel = best_pool_kernel());

  /// Counts the words of `text`.
  void add(std::string_view text);
  /// Calls visit(word number) for the words of `text`, in order, without counting them.
  template <class Visit>
  void for_each_number(std::string_view text, Visit&& visit) {
    for_each_number_at(text, [&visit](std::uint32_t number, const char*) { visit(number); });
  }
  /// The same, with the place of the word: visit(word number, its first byte in `text`).
  template <class Visit>
  void for_each_number_at(std::string_view text, Visit&& visit) {
    const char* const end = text.data() + text.size();
    for (PartCutter parts(text); !parts.at_end();)
      for (const std::string_view part : parts.next()) {
        if (part.size() > kMaxWordBytes) continue;
        const auto readable = static_cast<std::size_t>(end - part.data());
        for (const std::uint32_t number : memo_.numbers(part, readable)) visit(number, part.data());
      }
  }
  /// Writes the vector of the text added since the last finish(): the sum of sqrt(count) * vector
  /// over distinct words in order of first appearance, scaled to length 1. Zeros if no word is
  /// known. `out` has model.dimension() elements.
  void finish(std::span<float> out);
  /// Like finish(), but not yet multiplied by the unit_factor.
  void finish_sum(std::span<float> out);
  /// Words counted since construction, for measurements.
  std::uint64_t words_seen() const noexcept { return words_seen_; }

 private:
  void count(std::uint32_t number);

  const StaticModel* model_;
  PoolKernel kernel_;
  WordMemo memo_;
  std::vector<std::uint16_t> counts_;  // by word; saturating; all 0 between texts
  std::vector<WeightedRow> rows_;      // distinct words of the current text
  std::uint64_t words_seen_ = 0;
};

}  // namespace codeweaver::model
