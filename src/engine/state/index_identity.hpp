// IndexIdentity: facts that are the same for all results of one index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "store/database/database.hpp"

namespace codeweaver::engine {

/// The project of an index and the parts it was built with.
struct IndexIdentity {
  store::ProjectRecord project;
  std::string embedder_provider, embedder_model, vector_backend;
};

}  // namespace codeweaver::engine
