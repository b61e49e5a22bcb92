// The plug-ins of a CodeWeaver: given as arguments, or named by the settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>

#include "codeweaver/settings.hpp"
#include "opening/workspace_opener.hpp"
#include "plugins.hpp"

namespace codeweaver::python {

/// What a caller gives: objects, names, or None for what the settings say.
struct GivenPlugins {
  const py::object &embedder, &reranker, &chunker, &sparse_encoder;
};

/// Fills in `brought`, whose `index` is set. Plug-ins that a setting names are made of its section.
/// Raises what embedder_from() and its like raise.
void choose_plugins(const Settings& settings, const GivenPlugins& given, opening::Brought& brought);

/// The same for ask().
std::shared_ptr<const AnswerModel> choose_answer_model(const Settings& settings,
                                                       const py::object& given);

}  // namespace codeweaver::python
