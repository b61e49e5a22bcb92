// Creates a PostgreSQL store with the real clock.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/postgres_maker.hpp"

#include "base/try.hpp"
#include "net/certificates.hpp"
#include "net/timer.hpp"
#include "remote/postgres_store.hpp"

namespace codeweaver::remote {

Result<std::shared_ptr<VectorStore>> make_postgres_store(const StoreOptions& options) {
  if (!options.ca_file.empty()) CODEWEAVER_TRY(net::read_certificates(options.ca_file));
  return std::shared_ptr<VectorStore>(
      std::make_shared<PostgresStore>(options, net::system_timer()));
}

}  // namespace codeweaver::remote
