// The hash of what shapes the content of an index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "codeweaver/embedder.hpp"
#include "codeweaver/index_types.hpp"

namespace codeweaver::engine {

/// "xxh3:<32 hex digits>" over the options that decide which files are taken, how they are cut and
/// with which model, the chunker's version included; threads and limits are not among them.
/// `embedder` null: no dense side.
std::string settings_hash(const IndexOptions& options, const Embedder* embedder);

}  // namespace codeweaver::engine
