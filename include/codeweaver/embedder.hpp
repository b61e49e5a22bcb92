// Embedder: interface of models that turn text into vectors; and the built-in static model.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_EMBEDDER_HPP_
#define CODEWEAVER_EMBEDDER_HPP_

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "codeweaver/call_context.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Identifies a model. Stored in every index, and compared when the index is opened.
struct EmbedderInfo {
  std::string provider{};  ///< "codeweaver", "onnx", "voyage", "ollama", ...
  std::string model{};     ///< name and version, e.g. "static-code-3"
  std::size_t dimension = 0;
  bool is_remote = false;  ///< each call costs a network request
  /// A text takes milliseconds. As with remote models, vectors are cached by content, and a first
  /// run adds them after the words.
  bool is_costly = false;
  /// A model in this library's own format. The confidence of answers is fitted to its vectors.
  bool is_built_in = false;
  friend bool operator==(const EmbedderInfo&, const EmbedderInfo&) = default;
};

/// Checks that `out` has the right size for one vector for each of `texts`. Embedders call this
/// first. Errors: kInvalidArgument "EMBED_OUTPUT_SIZE".
inline Result<void> check_output(const EmbedderInfo& info, std::span<const std::string_view> texts,
                                 std::span<const float> out) {
  if (out.size() == texts.size() * info.dimension) return {};
  return Error{ErrorCategory::kInvalidArgument, "EMBED_OUTPUT_SIZE",
               "out has " + std::to_string(out.size()) + " elements for " +
                   std::to_string(texts.size()) + " texts of dimension " +
                   std::to_string(info.dimension),
               "embedding", "pass texts.size() * info().dimension elements"};
}

/// Maps texts to unit vectors with a fixed number of dimensions.
/// Thread safety: const members may be called concurrently.
class Embedder {
 public:
  virtual ~Embedder() = default;
  virtual const EmbedderInfo& info() const noexcept = 0;

  /// Writes one row for each text into `out` (texts.size() x dimension, row-major, L2 norm 1). A
  /// text without a known token gives a zero row.
  /// Errors: kInvalidArgument (wrong size of `out`), kUnavailable (remote models).
  virtual Result<void> embed_documents(std::span<const std::string_view> texts,
                                       std::span<float> out) const = 0;
  /// Like embed_documents(), for one query. Override it if the model treats queries differently.
  virtual Result<void> embed_query(std::string_view text, std::span<float> out) const {
    return embed_documents(std::span(&text, 1), out);
  }

  /// Like the functions above, with a context. The library calls these overloads. Override them if
  /// the model can end a call early, or passes the request id on. The defaults ignore the context.
  virtual Result<void> embed_documents(std::span<const std::string_view> texts,
                                       std::span<float> out, const CallContext& /*context*/) const {
    return embed_documents(texts, out);
  }
  virtual Result<void> embed_query(std::string_view text, std::span<float> out,
                                   const CallContext& /*context*/) const {
    return embed_query(text, out);
  }
};

/// The default embedder: int8 vectors of subwords, memory-mapped, pooled with sqrt(tf) weights.
/// Cost: 4 us for each text.
/// Errors: kNotFound, kCorruption (missing or damaged model), kUnsupported
/// "TOKENIZER_NOT_SUPPORTED".
///
/// \param model_file The model; empty: the model compiled into this library. A folder: a model2vec
///     model with the tokenizer of BERT or RoBERTa; its vectors are scaled to unit length.
Result<std::shared_ptr<const Embedder>> make_static_embedder(
    const std::filesystem::path& model_file = {});

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_EMBEDDER_HPP_
