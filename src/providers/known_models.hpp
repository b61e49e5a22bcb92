// What is known of embedding models that are in wide use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace codeweaver::providers {

/// Token counts are in the library's own unit, with room for that of the model.
struct EmbeddingModel {
  std::string_view name;                ///< without ":tag"
  std::size_t dimension = 0;            ///< 0: not known
  std::size_t request_tokens = 60'000;  ///< of all texts of a request
  std::size_t text_tokens = 0;          ///< of one text; 0: what the service says
  std::string_view query_prefix{};      ///< what the model was trained to see before each
  std::string_view document_prefix{};
};

/// What is known of a model; of others the name is empty and the limits are careful ones.
EmbeddingModel known_model(std::string_view provider, std::string_view model) noexcept;

}  // namespace codeweaver::providers
