// The extension module codeweaver._core; the package re-exports its names.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bindings.hpp"
#include "codeweaver/version.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace codeweaver::python;
  module.doc() = "Code search by meaning: the compiled part of the package codeweaver.";
  module.attr("__version__") = std::string(codeweaver::kVersion);
  bind_enums(module);
  bind_corpus_types(module);
  bind_intent_classifier(module);
  bind_search_types(module);
  bind_index_types(module);
  bind_embedder(module);
  bind_reranker(module);
  bind_chunker(module);
  bind_sparse_encoder(module);
  bind_answer_model(module);
  bind_documents(module);
  bind_indexer(module);
  bind_hybrid_searcher(module);
  bind_text_hits(module);
  bind_snapshot(module);
  bind_status(module);
  bind_searchable(module);
  bind_store_searcher(module);
  bind_workspace(module);
#ifdef CODEWEAVER_PROGRAM
  bind_program(module);
#endif
}
