// Embedders from model2vec folders: the mean of one vector per token.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "codeweaver/embedder.hpp"

namespace codeweaver::model {

/// See make_static_embedder(). The model is named after its folder, with a hash of its files.
Result<std::shared_ptr<const Embedder>> make_model2vec_embedder(
    const std::filesystem::path& folder);

}  // namespace codeweaver::model
