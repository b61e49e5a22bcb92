// Creates a PostgreSQL store, if this build supports it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>

#include "codeweaver/vector_store.hpp"

namespace codeweaver::remote {

/// Errors: kUnsupported "PROVIDER_NOT_AVAILABLE" (build without libpq).
Result<std::shared_ptr<VectorStore>> make_postgres_store(const StoreOptions& options);

}  // namespace codeweaver::remote
