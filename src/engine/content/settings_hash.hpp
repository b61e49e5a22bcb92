// Hash of the settings that determine the content of an index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "codeweaver/embedder.hpp"
#include "codeweaver/index_types.hpp"

namespace codeweaver::engine {

/// "xxh3:<32 hex digits>" of the options that select, chunk and embed files, including the version
/// of the chunker. Numbers of threads and limits are not included. `embedder` null: no dense side.
std::string settings_hash(const IndexOptions& options, const Embedder* embedder);

}  // namespace codeweaver::engine
