// A sparse encoder that answers as it is told, or throws.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/sparse_encoder.hpp"

namespace codeweaver::engine {

/// Says what it is told to, or throws.
class ToldEncoder final : public SparseEncoder {
 public:
  std::vector<WeightedTerm> terms{};
  bool throws = false;
  mutable int calls = 0;

  const SparseEncoderInfo& info() const noexcept override { return info_; }
  Result<void> encode_documents(std::span<const std::string_view>,
                                std::span<std::vector<WeightedTerm>> out) const override {
    ++calls;
    if (throws) throw std::runtime_error("no such model");
    for (auto& one : out) one = terms;
    return {};
  }
  Result<std::vector<WeightedTerm>> encode_query(std::string_view) const override {
    if (throws) throw std::runtime_error("no such model");
    return terms;
  }

 private:
  SparseEncoderInfo info_{"test", "told"};
};

}  // namespace codeweaver::engine
