// Opens stores from the settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "opening/store_opener.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "opening/key_of.hpp"

namespace codeweaver::opening {
namespace {

const StoreKind* find_kind(std::string_view name) {
  const auto kinds = store_kinds();
  const auto found = std::ranges::find(kinds, name, &StoreKind::name);
  return found == kinds.end() ? nullptr : &*found;
}

}  // namespace

Result<std::shared_ptr<VectorStore>> StoreOpener::store(const Settings& all,
                                                        const settings::Environment& environment,
                                                        std::shared_ptr<Logger> logger) const {
  const auto& settings = all.store;
  const auto* const kind = find_kind(settings.kind);
  if (kind == nullptr || kind->service.empty()) return make_vector_store(settings.kind);
  auto key = key_of(settings.api_key_env, kind->key_variable, "store", environment);
  if (!key) return key.error();
  StoreOptions options;
  options.url = settings.url;
  options.api_key = *std::move(key);
  options.ca_file = all.network.ca_file;
  options.timeout = std::chrono::milliseconds(settings.timeout_ms);
  options.is_exact = settings.vector_index == VectorIndexKind::kScan ||
                     settings.vector_index == VectorIndexKind::kFaissFlat;
  options.logger = std::move(logger);
  const std::lock_guard lock(mutex_);
  auto& known = stores_[{settings.kind, options.url, options.api_key, all.network.ca_file,
                         settings.timeout_ms, options.is_exact}];
  if (known) return known;
  auto made = make_vector_store(settings.kind, options);
  if (!made) return made.error();
  known = *std::move(made);
  return known;
}

}  // namespace codeweaver::opening
