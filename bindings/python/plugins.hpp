// Plug-ins: embedders and rerankers given from Python, as the library's interfaces.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "bindings.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/reranker.hpp"

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

/// What one candidate shows to a reranker written in Python; owns its texts.
struct Candidate {
  std::string path{}, symbol{}, doc{}, content{};
  float dense_score = 0;   ///< calibrated, [0, 1]
  float sparse_score = 0;  ///< calibrated, [0, 1]
  bool is_test = false;
  bool is_generated = false;
  std::optional<RerankSignals> signals{};  ///< of a search; for the built-in reranker
};

/// "codeweaver" gives the built-in one, None gives null, an object is adapted: its methods are
/// called with the GIL, from any thread, and what they raise becomes an Error of the library.
/// Raises TypeError for anything else, InvalidArgumentError for another text.
std::shared_ptr<const Embedder> embedder_from(const py::object& given);
std::shared_ptr<const Reranker> reranker_from(const py::object& given);

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
