// The PostgreSQL store in a build without libpq.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/contract.hpp"
#include "remote/postgres_maker.hpp"

namespace codeweaver::remote {

Result<std::shared_ptr<VectorStore>> make_postgres_store(const StoreOptions& /*options*/) {
  return Error{ErrorCategory::kUnsupported, std::string(contract::kProviderNotAvailable),
               "This build has no PostgreSQL support", "choosing a store",
               "Build with CODEWEAVER_POSTGRES=ON, or choose another store."};
}

}  // namespace codeweaver::remote
