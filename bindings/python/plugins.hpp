// Plug-ins given from Python, as the library's interfaces.
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

/// What a Python class derives from to bring its own model: the identity only.
struct EmbedderBase {
  EmbedderInfo info{};
};

/// The built-in model, or one of its kind from a file.
struct StaticEmbedder : EmbedderBase {
  std::shared_ptr<const Embedder> core{};
};

/// The built-in reranker; a Python class derives from it and overrides rerank().
struct RerankerBase {
  std::string name{};
  std::shared_ptr<const Reranker> core{};
};

/// A Python class derives from it and overrides cut(), the built-in one's.
struct ChunkerBase {
  ChunkerInfo info{};
  std::shared_ptr<const Chunker> core{};
};

/// What a Python class derives from to add words: the identity only.
struct SparseEncoderBase {
  SparseEncoderInfo info{};
};

/// The built-in one.
struct SynonymEncoder : SparseEncoderBase {
  std::shared_ptr<const SparseEncoder> core{};
};

/// A Python class derives from it and overrides answer(), the built-in one's.
struct AnswerModelBase {
  AnswerModelInfo info{};
  std::shared_ptr<const AnswerModel> core{};
};

/// What one candidate shows to a reranker written in Python; owns its texts.
struct Candidate {
  std::string path{}, symbol{}, doc{}, content{};
  float dense_score = 0;   ///< calibrated, [0, 1]
  float sparse_score = 0;  ///< calibrated, [0, 1]
  bool is_test = false;
  bool is_generated = false;
  std::optional<RerankSignals> signals{};  ///< of a search; for the built-in reranker
};

/// The plug-in of another package by its name: what codeweaver.plugins has a function `kind` for.
py::object load_plugin(const char* kind, const py::object& name, const py::dict& config);

/// None gives null, "codeweaver" the built-in one, another text the plug-in of that name, made out
/// of `config`; an object is adapted: its methods are called with the GIL, from any thread, and
/// what they raise becomes an Error of the library. Raises TypeError for anything else.
std::shared_ptr<const Embedder> embedder_from(const py::object& given, const py::dict& config = {});
std::shared_ptr<const Reranker> reranker_from(const py::object& given, const py::dict& config = {});
/// The same; nothing is called "codeweaver".
std::shared_ptr<const Chunker> chunker_from(const py::object& given, const py::dict& config = {});
std::shared_ptr<const SparseEncoder> sparse_encoder_from(const py::object& given,
                                                         const py::dict& config = {});
/// The same; None and "extractive" give the built-in one.
std::shared_ptr<const AnswerModel> answer_model_from(const py::object& given,
                                                     const py::dict& config = {});

/// Keeps `T`, which holds Python objects, until no thread uses it; the GIL is taken to destroy it.
template <class T, class... Arguments>
std::shared_ptr<const T> make_adapter(Arguments&&... arguments) {
  return std::shared_ptr<const T>(new T(std::forward<Arguments>(arguments)...), [](const T* held) {
    const py::gil_scoped_acquire locked;
    delete held;
  });
}

/// One line about a Python exception: "ValueError: no such model".
std::string describe_exception(const py::error_already_set& exception);

/// Bytes of a file as text; what is not UTF-8 is replaced.
py::str to_text(std::string_view bytes);

}  // namespace codeweaver::python
