// TextCosines: pools a block of texts, then scales and multiplies the vectors together.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/text_cosines.hpp"

#include <algorithm>
#include <array>

namespace codeweaver::model {

TextCosines::TextCosines(const StaticModel& model, TextPooler& pooler, std::string_view query)
    : dimension_(model.dimension()),
      pooler_(pooler),
      query_(model.dimension()),
      sums_(kTogether * model.dimension()) {
  pooler_.add(query);
  pooler_.finish(query_);
}

std::vector<float> TextCosines::of(std::span<const std::string_view> texts) {
  std::vector<float> cosines(texts.size());
  for (std::size_t first = 0; first < texts.size(); first += kTogether) {
    const std::size_t count = std::min(kTogether, texts.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      pooler_.add(texts[first + i]);
      pooler_.finish_sum(std::span(sums_).subspan(i * dimension_, dimension_));
    }
    finish_block(std::span(cosines).subspan(first, count));
  }
  return cosines;
}

/// Each sum follows the order of dimensions, so a cosine does not depend on its block.
void TextCosines::finish_block(std::span<float> out) const noexcept {
  std::array<double, kTogether> squares{};
  for (std::size_t d = 0; d < dimension_; ++d)
    for (std::size_t i = 0; i < kTogether; ++i) {
      const auto value = static_cast<double>(sums_[i * dimension_ + d]);
      squares[i] += value * value;
    }
  std::array<float, kTogether> factors, cosines{};
  for (std::size_t i = 0; i < kTogether; ++i) factors[i] = unit_factor(squares[i]);
  for (std::size_t d = 0; d < dimension_; ++d)
    for (std::size_t i = 0; i < kTogether; ++i)
      cosines[i] += query_[d] * (sums_[i * dimension_ + d] * factors[i]);
  std::copy_n(cosines.begin(), out.size(), out.begin());
}

}  // namespace codeweaver::model
