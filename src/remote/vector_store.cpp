// VectorStore: creates stores by name, and validates records.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/vector_store.hpp"

#include <algorithm>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "codeweaver/contract.hpp"
#include "net/transport.hpp"
#include "remote/opensearch_store.hpp"
#include "remote/postgres_maker.hpp"
#include "remote/qdrant_store.hpp"

namespace codeweaver::inline v0_1 {

Result<void> VectorRecord::validate() const {
  const auto invalid = [&](std::string_view what) {
    return Error{ErrorCategory::kInvalidArgument, "INVALID_RECORD",
                 "Record " + id.to_string() + " of '" + file_key + "' " + std::string(what),
                 "checking a record", "Give every record an id, a file and a text."};
  };
  if (id.is_nil()) return invalid("has a nil id");
  if (file_key.empty()) return invalid("has no file");
  if (auto valid = chunk.validate(); !valid) return invalid("has no text");
  if (!chunk.sparse) return {};
  const auto& [ids, weights] = *chunk.sparse;
  if (ids.size() != weights.size())
    return invalid("has " + std::to_string(ids.size()) + " sparse ids and " +
                   std::to_string(weights.size()) + " weights");
  if (std::ranges::adjacent_find(ids, std::greater_equal<>()) != ids.end())
    return invalid("has sparse ids that are not in ascending order");
  return {};
}

namespace {

using Made = Result<std::shared_ptr<VectorStore>>;

Made make_qdrant_store(const StoreOptions& options) {
  CODEWEAVER_ASSIGN(auto transport, net::make_transport(options.ca_file));
  return remote::QdrantStore::create(options, std::move(transport), {});
}

Made make_opensearch_store(const StoreOptions& options) {
  CODEWEAVER_ASSIGN(auto transport, net::make_transport(options.ca_file));
  return remote::OpenSearchStore::create(options, std::move(transport), {});
}

constexpr StoreKind kStoreKinds[] = {
    {"embedded", "local, transactional, worktrees", "", "",
     [](const StoreOptions&) -> Made { return {nullptr}; }},
    {"memory", "local, exact, deterministic, not_persistent", "", "",
     [](const StoreOptions&) -> Made { return make_memory_store(); }},
    {"qdrant", "shared, api_key, url", "Qdrant server", "QDRANT_API_KEY", &make_qdrant_store},
    {"postgres", "shared, transactional, api_key, url", "PostgreSQL server with pgvector",
     "PGPASSWORD", &remote::make_postgres_store},
    {"opensearch", "shared, distributed, api_key, url", "OpenSearch cluster",
     "OPENSEARCH_CREDENTIALS", &make_opensearch_store},
};

/// Creates a store for each address; several are combined into one.
Made make_at_all(const StoreKind& kind, const StoreOptions& options) {
  std::istringstream words(options.url);
  std::vector<std::string> urls;
  for (std::string url; words >> url;) urls.push_back(url);
  if (urls.size() < 2) return kind.make(options);
  std::vector<std::shared_ptr<VectorStore>> stores;
  for (const auto& url : urls) {
    auto own = options;
    own.url = url;
    CODEWEAVER_ASSIGN(auto made, kind.make(own));
    stores.push_back(std::move(made));
  }
  if (stores.front() == nullptr) return stores.front();
  return make_sharded_store(std::move(urls), std::move(stores));
}

std::string known_kinds() {
  std::string out;
  for (const auto& kind : kStoreKinds)
    out.append(out.empty() ? "\"" : " or \"").append(kind.name).append("\"");
  return out;
}

}  // namespace

std::span<const StoreKind> store_kinds() {
  return kStoreKinds;
}

Result<std::shared_ptr<VectorStore>> make_vector_store(std::string_view kind,
                                                       const StoreOptions& options) {
  for (const auto& known : kStoreKinds)
    if (known.name == kind) return make_at_all(known, options);
  return Error{ErrorCategory::kUnsupported, std::string(contract::kProviderNotAvailable),
               "Unknown store '" + std::string(kind) + "'", "choosing a store",
               "Set store.kind to " + known_kinds() + '.'};
}

}  // namespace codeweaver::inline v0_1
