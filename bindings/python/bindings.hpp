// Shared by the files of the extension module: pybind11, and one function per group of classes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "enums.hpp"

namespace codeweaver::python {

namespace py = pybind11;

/// Each function adds a group of classes to the module. Types in signatures must be bound first.
void bind_enums(py::module_& module);
void bind_corpus_types(py::module_& module);
void bind_intent_classifier(py::module_& module);
void bind_search_types(py::module_& module);
void bind_index_types(py::module_& module);
void bind_embedder(py::module_& module);
void bind_reranker(py::module_& module);
void bind_chunker(py::module_& module);
void bind_sparse_encoder(py::module_& module);
void bind_answer_model(py::module_& module);
void bind_documents(py::module_& module);
void bind_indexer(py::module_& module);
void bind_hybrid_searcher(py::module_& module);
void bind_text_hits(py::module_& module);
void bind_snapshot(py::module_& module);
void bind_status(py::module_& module);
void bind_searchable(py::module_& module);
void bind_store_searcher(py::module_& module);
void bind_workspace(py::module_& module);
void bind_program(py::module_& module);

}  // namespace codeweaver::python
