// Facts about widely used embedding models.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace codeweaver::providers {

/// Token counts are in the library's unit, with a margin for the model's unit.
struct EmbeddingModel {
  std::string_view name;                ///< without ":tag"
  std::size_t dimension = 0;            ///< 0: unknown
  std::size_t request_tokens = 60'000;  ///< for all texts of a request
  std::size_t text_tokens = 0;          ///< for one text; 0: limited by the service
  std::string_view query_prefix{};      ///< prefix with which the model was trained
  std::string_view document_prefix{};
};

/// Facts about a model. For unknown models, the name is empty and the limits are cautious.
EmbeddingModel known_model(std::string_view provider, std::string_view model) noexcept;

}  // namespace codeweaver::providers
