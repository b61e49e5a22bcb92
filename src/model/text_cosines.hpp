// TextCosines: the cosines of a query with short texts, several at a time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "model/static_model.hpp"

namespace codeweaver::model {

/// A query's vector against those of texts. Not thread-safe: make one a query.
class TextCosines {
 public:
  /// `pooler` is of `model` and must outlive it.
  TextCosines(const StaticModel& model, TextPooler& pooler, std::string_view query);
  /// One cosine a text; 0 for a text without a known word.
  std::vector<float> of(std::span<const std::string_view> texts);

 private:
  static constexpr std::size_t kTogether = 8;  ///< sums that do not wait for each other

  void finish_block(std::span<float> out) const noexcept;

  std::size_t dimension_;
  TextPooler& pooler_;
  std::vector<float> query_;
  std::vector<float> sums_;  ///< kTogether rows of dimension_
};

}  // namespace codeweaver::model
