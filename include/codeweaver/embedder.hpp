// Embedder: turns text into vectors; the interface and the built-in static model.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_EMBEDDER_HPP_
#define CODEWEAVER_EMBEDDER_HPP_

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// What identifies a model; stored in every index and compared when it is opened.
struct EmbedderInfo {
  std::string provider{};  ///< "codeweaver", "onnx", "voyage", "ollama", ...
  std::string model{};     ///< name and version, e.g. "static-code-3"
  std::size_t dimension = 0;
  bool is_remote = false;  ///< each call costs a network request
  /// A text takes milliseconds: vectors are kept by content, and come after the words of a first
  /// run, as those of remote models do.
  bool is_costly = false;
  friend bool operator==(const EmbedderInfo&, const EmbedderInfo&) = default;
};

/// Whether `out` has place for a vector of each of `texts`, which embedders look at first. Errors:
/// kInvalidArgument "EMBED_OUTPUT_SIZE".
inline Result<void> check_output(const EmbedderInfo& info, std::span<const std::string_view> texts,
                                 std::span<const float> out) {
  if (out.size() == texts.size() * info.dimension) return {};
  return Error{ErrorCategory::kInvalidArgument, "EMBED_OUTPUT_SIZE",
               "out has " + std::to_string(out.size()) + " elements for " +
                   std::to_string(texts.size()) + " texts of dimension " +
                   std::to_string(info.dimension),
               "embedding", "pass texts.size() * info().dimension elements"};
}

/// Maps texts to unit vectors of one fixed dimension.
/// Thread safety: const members may be called concurrently.
class Embedder {
 public:
  virtual ~Embedder() = default;
  virtual const EmbedderInfo& info() const noexcept = 0;

  /// Writes one row per text into `out` (texts.size() x dimension, row-major, L2 norm 1; a text
  /// without a known token gives a zero row).
  /// Errors: kInvalidArgument (out has the wrong size), kUnavailable (remote models).
  virtual Result<void> embed_documents(std::span<const std::string_view> texts,
                                       std::span<float> out) const = 0;
  /// The same for one query; models that tell queries from documents override it.
  virtual Result<void> embed_query(std::string_view text, std::span<float> out) const {
    return embed_documents(std::span(&text, 1), out);
  }
};

/// The default: int8 vectors of subwords, memory-mapped, pooled with sqrt(tf) weights: 4 us a text.
/// An empty path means the model compiled into this library; a folder is one of model2vec's with
/// BERT's or RoBERTa's tokenizer, whose vectors get unit length. Errors: kNotFound, kCorruption (no
/// model, or damaged), kUnsupported "TOKENIZER_NOT_SUPPORTED".
Result<std::shared_ptr<const Embedder>> make_static_embedder(
    const std::filesystem::path& model_file = {});

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_EMBEDDER_HPP_
