// StoreOpener: opens the stores of the settings, each remote store only once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

#include "codeweaver/logger.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/settings.hpp"
#include "codeweaver/vector_store.hpp"
#include "settings/environment.hpp"

namespace codeweaver::opening {

/// Opens stores. Thread safety: calls may be concurrent.
class StoreOpener {
 public:
  /// Returns the store of `store.kind`, with the key from the environment; null: searches use the
  /// index. Projects with the same address share connections and circuit breaker. Sends no request
  /// to the store. Errors: errors of make_vector_store(); kInvalidArgument "API_KEY_MISSING".
  Result<std::shared_ptr<VectorStore>> store(const Settings& settings,
                                             const settings::Environment& environment,
                                             std::shared_ptr<Logger> logger) const;

 private:
  using Identity =
      std::tuple<std::string, std::string, std::string, std::string, std::uint64_t, bool>;

  mutable std::mutex mutex_;
  mutable std::map<Identity, std::shared_ptr<VectorStore>> stores_;  // guarded by mutex_
};

}  // namespace codeweaver::opening
