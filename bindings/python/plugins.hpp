// Adapts plug-ins written in Python to the library's interfaces.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "bindings.hpp"
#include "codeweaver/answer_model.hpp"
#include "codeweaver/chunker.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/sparse_encoder.hpp"

namespace codeweaver::python {

/// Base class of embedders written in Python; contains only the identity.
struct EmbedderBase {
  EmbedderInfo info{};
};

/// The built-in model, or a model file of the same type.
struct StaticEmbedder : EmbedderBase {
  std::shared_ptr<const Embedder> core{};
};

/// The built-in reranker. Python classes derive from it and override rerank().
struct RerankerBase {
  std::string name{};
  std::shared_ptr<const Reranker> core{};
};

/// The built-in chunker. Python classes derive from it and override cut().
struct ChunkerBase {
  ChunkerInfo info{};
  std::shared_ptr<const Chunker> core{};
};

/// Base class of sparse encoders written in Python; contains only the identity.
struct SparseEncoderBase {
  SparseEncoderInfo info{};
};

/// The synonym encoder.
struct SynonymEncoder : SparseEncoderBase {
  std::shared_ptr<const SparseEncoder> core{};
};

/// The built-in answer model. Python classes derive from it and override answer().
struct AnswerModelBase {
  AnswerModelInfo info{};
  std::shared_ptr<const AnswerModel> core{};
};

/// A candidate for a reranker written in Python; owns its texts.
struct Candidate {
  std::string path{}, symbol{}, doc{}, content{};
  float dense_score = 0;   ///< calibrated, [0, 1]
  float sparse_score = 0;  ///< calibrated, [0, 1]
  bool is_test = false;
  bool is_generated = false;
  std::optional<RerankSignals> signals{};  ///< from a search, for the built-in reranker
};

/// The plug-in of another package with this name, from the function `kind` of codeweaver.plugins.
py::object load_plugin(const char* kind, const py::object& name, const py::dict& config);

/// None: null. "codeweaver": the built-in embedder. Another text: the plug-in with this name,
/// created with `config`. An object is adapted: its methods are called with the GIL, from any
/// thread, and their exceptions become errors of the library. Raises TypeError for anything else.
std::shared_ptr<const Embedder> embedder_from(const py::object& given, const py::dict& config = {});
std::shared_ptr<const Reranker> reranker_from(const py::object& given, const py::dict& config = {});
/// The same, without a built-in "codeweaver".
std::shared_ptr<const Chunker> chunker_from(const py::object& given, const py::dict& config = {});
std::shared_ptr<const SparseEncoder> sparse_encoder_from(const py::object& given,
                                                         const py::dict& config = {});
/// The same; None and "extractive" are the built-in model.
std::shared_ptr<const AnswerModel> answer_model_from(const py::object& given,
                                                     const py::dict& config = {});

/// Owns a `T` with Python objects until no thread uses it; takes the GIL to destroy it.
template <class T, class... Arguments>
std::shared_ptr<const T> make_adapter(Arguments&&... arguments) {
  return std::shared_ptr<const T>(new T(std::forward<Arguments>(arguments)...), [](const T* held) {
    const py::gil_scoped_acquire locked;
    delete held;
  });
}

/// One line about a Python exception: "ValueError: no such model".
std::string describe_exception(const py::error_already_set& exception);

/// Bytes of a file as text; invalid UTF-8 is replaced.
py::str to_text(std::string_view bytes);

}  // namespace codeweaver::python
