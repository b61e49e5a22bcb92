// ModelFolder: the contents of a transformer's folder, and its configuration.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "codeweaver/onnx_models.hpp"
#include "codeweaver/result.hpp"
#include "json/value.hpp"
#include "tokens/tokenizer.hpp"

namespace codeweaver::onnx {

/// The data from a folder. Missing optional files leave the defaults.
struct ModelFolder {
  std::filesystem::path file;  ///< the model
  std::string name;            ///< of the folder, with a hash of everything that affects results
  tokens::Tokenizer tokenizer;
  std::size_t most_tokens = 512;     ///< for a text, including special tokens
  std::optional<Pooling> pooling{};  ///< from 1_Pooling/config.json
  bool has_more_layers = false;      ///< after the pooling; the model may not contain them
  std::string query_prompt{}, document_prompt{};  ///< prepended to texts

  /// Errors: kNotFound; kInvalidArgument "MODEL_AMBIGUOUS" (several models); kCorruption
  /// "MODEL_CORRUPT"; kUnsupported "TOKENIZER_NOT_SUPPORTED", "MODEL_NOT_SUPPORTED" (its pooling).
  static Result<ModelFolder> read(const std::filesystem::path& path);
};

}  // namespace codeweaver::onnx
