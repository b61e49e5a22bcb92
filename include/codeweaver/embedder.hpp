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

/// Identifies a model. Every index stores it. Opening an index compares it with the given embedder.
struct EmbedderInfo {
  std::string provider{};  ///< "codeweaver", "onnx", "voyage", "ollama", ...
  std::string model{};     ///< name and version, e.g. "static-code-3"
  std::size_t dimension = 0;
  bool is_remote = false;  ///< each call sends a request to a service
  /// True if embedding one text takes milliseconds. The index then keeps the vectors by content,
  /// and a first run makes files searchable by words before it embeds them. Both also apply to
  /// remote models.
  bool is_costly = false;
  /// True for a model in the format of this library. The confidence of answers is fitted to such
  /// models.
  bool is_built_in = false;
  friend bool operator==(const EmbedderInfo&, const EmbedderInfo&) = default;
};

/// Returns an error unless `out` has exactly `info.dimension` elements for each text.
/// Implementations of Embedder call this first. Errors: kInvalidArgument "EMBED_OUTPUT_SIZE".
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

  /// Writes the vector of texts[i] to row i of `out`, which has texts.size() rows of
  /// info().dimension elements. Each row has the L2 norm 1, or is zero if the text has no known
  /// token. Errors: kInvalidArgument (wrong size of `out`), kUnavailable (remote models).
  virtual Result<void> embed_documents(std::span<const std::string_view> texts,
                                       std::span<float> out) const = 0;
  /// Like embed_documents(), for one query. Override it if the model treats queries differently.
  virtual Result<void> embed_query(std::string_view text, std::span<float> out) const {
    return embed_documents(std::span(&text, 1), out);
  }

  /// The same with a context. The library only calls these overloads. Override them if the model
  /// can stop during a call, or sends the request id to a service. By default, they ignore the
  /// context.
  virtual Result<void> embed_documents(std::span<const std::string_view> texts,
                                       std::span<float> out, const CallContext& /*context*/) const {
    return embed_documents(texts, out);
  }
  virtual Result<void> embed_query(std::string_view text, std::span<float> out,
                                   const CallContext& /*context*/) const {
    return embed_query(text, out);
  }
};

/// Returns the default embedder. It looks up an int8 vector for each subword of a text, in a
/// memory-mapped table. The result is the normalized sum of these vectors; a subword that occurs n
/// times counts sqrt(n) times. Cost: 4 us for each text. Errors: kNotFound, kCorruption (missing or
/// damaged model), kUnsupported "TOKENIZER_NOT_SUPPORTED".
///
/// \param model_file Model file. Empty: the model in this library. It can also be the folder of a
///     model2vec model with a BERT or RoBERTa tokenizer; its vectors are scaled to unit length.
Result<std::shared_ptr<const Embedder>> make_static_embedder(
    const std::filesystem::path& model_file = {});

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_EMBEDDER_HPP_
