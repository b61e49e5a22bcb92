// ModelFolder: what lies in the folder of a transformer, and what it says of its use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "codeweaver/onnx_models.hpp"
#include "codeweaver/result.hpp"
#include "json/value.hpp"
#include "tokens/tokenizer.hpp"

namespace codeweaver::onnx {

/// How vectors of tokens become one.
enum class Pooling : std::uint8_t { kMean, kCls, kMax, kLast };

/// What is read of a folder; files that are not there say nothing.
struct ModelFolder {
  std::filesystem::path file;  ///< the model
  std::string name;            ///< of the folder, with a hash of all that makes its answers
  tokens::Tokenizer tokenizer;
  std::size_t most_tokens = 512;     ///< of a text, with what belongs around it
  std::optional<Pooling> pooling{};  ///< of 1_Pooling/config.json
  bool has_more_layers = false;      ///< behind the pooling, which the model may not hold
  std::string query_prompt{}, document_prompt{};  ///< put before texts

  /// Errors: kNotFound; kInvalidArgument "MODEL_AMBIGUOUS" (several models lie there); kCorruption
  /// "MODEL_CORRUPT"; kUnsupported "TOKENIZER_NOT_SUPPORTED", "MODEL_NOT_SUPPORTED" (its pooling).
  static Result<ModelFolder> read(const std::filesystem::path& path);
};

/// See OnnxModel::pooling; nullopt: "auto". Errors: kInvalidArgument "INVALID_POOLING".
Result<std::optional<Pooling>> parse_pooling(const std::string& name);

}  // namespace codeweaver::onnx
