// TextCosines: the cosines of a query with short texts, several at a time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "model/static_model.hpp"

namespace codeweaver::model {

/// Compares a query's vector with those of texts. Create one per query; not thread-safe.
class TextCosines {
 public:
  /// `pooler` must belong to `model` and outlive this object.
  TextCosines(const StaticModel& model, TextPooler& pooler, std::string_view query);
  /// One cosine per text; 0 for a text without a known word.
  std::vector<float> of(std::span<const std::string_view> texts);

 private:
  static constexpr std::size_t kTogether = 8;  ///< number of independent sums

  void finish_block(std::span<float> out) const noexcept;

  std::size_t dimension_;
  TextPooler& pooler_;
  std::vector<float> query_;
  std::vector<float> sums_;  ///< kTogether rows of dimension_ values
};

}  // namespace codeweaver::model
