// The plug-ins of a CodeWeaver, from arguments or settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>

#include "codeweaver/settings.hpp"
#include "opening/workspace_opener.hpp"
#include "plugins.hpp"

namespace codeweaver::python {

/// The arguments of a caller: objects, names, or None for the value in the settings.
struct GivenPlugins {
  const py::object &embedder, &reranker, &chunker, &sparse_encoder;
};

/// Fills in `brought`; its `index` must be set. A plug-in named in the settings is created with its
/// section of the settings. Raises the errors of embedder_from() and similar functions.
void choose_plugins(const Settings& settings, const GivenPlugins& given,
                    opening::SuppliedParts& supplied);

/// The same for ask().
std::shared_ptr<const AnswerModel> choose_answer_model(const Settings& settings,
                                                       const py::object& given);

}  // namespace codeweaver::python
