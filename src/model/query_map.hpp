// QueryMap: moves the vector of a question towards the vectors of the code that answers it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::model {

/// A linear map for query vectors of one static model: q + M q. Trained with the vectors of code
/// fixed (training/train_query_map.py), so indexes need not change. Thread safety: immutable.
class QueryMap {
 public:
  /// The map compiled into this library. Errors: kCorruption (a broken build).
  static const Result<QueryMap>& built_in();
  /// Views `bytes`, which must outlive the result. Errors: kCorruption.
  static Result<QueryMap> from_bytes(std::string_view bytes);

  /// Name of the static model that it was trained for.
  std::string_view model() const noexcept { return model_; }
  std::size_t dimension() const noexcept { return scales_.size(); }
  /// Replaces q by q + M q. `vector` has dimension() elements. The same bits on every machine.
  void apply(std::span<float> vector) const;

 private:
  std::string_view model_;
  std::span<const float> scales_;  // one for each column of M
  const std::int8_t* columns_ = nullptr;
};

}  // namespace codeweaver::model
