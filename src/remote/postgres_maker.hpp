// Making a store in PostgreSQL, be it that this build has one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>

#include "codeweaver/vector_store.hpp"

namespace codeweaver::remote {

/// Errors: kUnsupported "PROVIDER_NOT_AVAILABLE" (this build is without libpq).
Result<std::shared_ptr<VectorStore>> make_postgres_store(const StoreOptions& options);

}  // namespace codeweaver::remote
