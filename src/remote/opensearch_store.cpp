// OpenSearchStore: writing, and the list of collections.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/opensearch_store.hpp"

#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "json/members.hpp"
#include "remote/record_checks.hpp"

namespace codeweaver::remote {
namespace {

constexpr int kMostRivals = 20;
/// A longer wait for a shard without a leader would end the request itself.
constexpr const char* kBulkParameters =
    "/_bulk?require_alias=true&timeout=20s&filter_path=errors,items.*.status,items.*.error";

/// The index behind an alias.
std::string index_path(const std::string& alias) {
  return '/' + alias + "_1";
}

bool is_refused_as_made(const OpenSearchNodes::Answer& answer) {
  return answer.status == 400 &&
         json::dump(answer.body).find("resource_already_exists") != std::string::npos;
}

Result<void> check_weights(std::span<const VectorRecord> records) {
  for (const auto& record : records)
    if (record.chunk.sparse && !std::ranges::all_of(record.chunk.sparse->weights, [](float weight) {
          return weight >= 0 && weight <= std::numeric_limits<float>::max();
        }))
      return Error{ErrorCategory::kInvalidArgument, "INVALID_RECORD",
                   "Record " + record.id.to_string() + " of '" + record.file_key +
                       "' has a negative term weight, which OpenSearch does not support",
                   "checking a record", "Use a sparse encoder with positive weights."};
  return {};
}

}  // namespace

OpenSearchStore::OpenSearchStore(std::unique_ptr<OpenSearchNodes> nodes, bool is_exact)
    : info_(service_info("opensearch", "OpenSearch cluster", is_exact)),
      shared_(std::make_shared<Shared>()) {
  shared_->nodes = std::move(nodes);
}

std::shared_ptr<VectorStore> OpenSearchStore::with(const CallContext& context) const {
  std::shared_ptr<OpenSearchStore> out(new OpenSearchStore(*this));
  out->context_ = context;
  return out;
}

Result<std::shared_ptr<VectorStore>> OpenSearchStore::create(
    const StoreOptions& options, std::shared_ptr<const net::Transport> transport,
    net::ServiceClient::Time time) {
  CODEWEAVER_ASSIGN(auto nodes, OpenSearchNodes::create(options, std::move(transport), time));
  return std::shared_ptr<VectorStore>(new OpenSearchStore(std::move(nodes), options.is_exact));
}

Result<std::optional<json::Value>> OpenSearchStore::ask_for(const StoreRequest& request) const {
  CODEWEAVER_ASSIGN(auto answer, shared_->nodes->ask(request, context_));
  if (answer.status == 404) return std::optional<json::Value>();
  if (!answer.is_done()) return shared_->nodes->refusal(request, answer);
  return std::optional(std::move(answer.body));
}

Result<json::Value> OpenSearchStore::ask(const StoreRequest& request) const {
  CODEWEAVER_ASSIGN(auto found, ask_for(request));
  if (found) return *std::move(found);
  return Error{
      ErrorCategory::kUnavailable, "STORE_CHANGED",
      "The OpenSearch cluster at " + shared_->nodes->origin() + " has nothing at " + request.path,
      request.operation, "Check store.url. If the index was deleted, index the project again."};
}

void OpenSearchStore::forget(const RecordCollection& collection) const {
  const std::lock_guard lock(shared_->mutex);
  shared_->entries.erase(collection);
}

Result<OpenSearchStore::Entry> OpenSearchStore::read_entry(
    const RecordCollection& collection) const {
  forget(collection);
  CODEWEAVER_ASSIGN(const auto document, ask_for({"reading the catalog", "GET",
                                                  '/' + shared_->nodes->prefix() + "/_doc/" +
                                                      collection_hash(collection)}));
  if (!document) return Entry();
  CODEWEAVER_ASSIGN(auto entry, opensearch_entry(*document, collection));
  const std::lock_guard lock(shared_->mutex);
  shared_->entries.insert_or_assign(collection, entry);
  return Entry(std::move(entry));
}

Result<OpenSearchStore::Entry> OpenSearchStore::entry(const RecordCollection& collection) const {
  {
    const std::lock_guard lock(shared_->mutex);
    if (const auto known = shared_->entries.find(collection); known != shared_->entries.end())
      return Entry(known->second);
  }
  return read_entry(collection);
}

Result<void> OpenSearchStore::make_catalog() {
  const StoreRequest make{"creating the catalog", "PUT", index_path(shared_->nodes->prefix()),
                          opensearch_catalog_body(shared_->nodes->prefix())};
  CODEWEAVER_ASSIGN(const auto made, shared_->nodes->ask(make, context_));
  // Another process may have created the catalog in the meantime; that one is fine, too.
  if (!made.is_done() && !is_refused_as_made(made)) return shared_->nodes->refusal(make, made);
  await_copies(make.path);
  return {};
}

void OpenSearchStore::await_copies(const std::string& index_path) const {
  const auto health = "/_cluster/health" + index_path;
  // Without permission for this request, writes do not wait.
  const auto told =
      shared_->nodes->ask({"checking the cluster", "GET", health, {}, true}, context_);
  if (!told || json::integer_or(told->body, "number_of_data_nodes", 1) < 2) return;
  static_cast<void>(shared_->nodes->ask(
      {"waiting for replicas", "GET", health + "?wait_for_status=green&timeout=10s", {}, true},
      context_));
}

Result<bool> OpenSearchStore::write(const RecordCollection& collection, OpenSearchEntry entry) {
  const bool is_new = entry.seq_no < 0;
  entry.writing = shared_->ids.next().to_string();
  forget(collection);
  const StoreRequest put{
      "writing the catalog", "PUT",
      '/' + shared_->nodes->prefix() + "/_doc/" + collection_hash(collection) +
          "?require_alias=true" +
          (is_new ? "&op_type=create&refresh=true"
                  : "&if_seq_no=" + std::to_string(entry.seq_no) +
                        "&if_primary_term=" + std::to_string(entry.primary_term)),
      opensearch_entry_body(collection, entry)};
  CODEWEAVER_ASSIGN(auto answer, shared_->nodes->ask(put, context_));
  if (answer.status == 404) {
    CODEWEAVER_TRY(make_catalog());
    CODEWEAVER_ASSIGN(answer, shared_->nodes->ask(put, context_));
  }
  if (answer.is_done()) return true;
  if (answer.status != 409) return shared_->nodes->refusal(put, answer);
  // The conflicting write may be this request itself, if its first reply was lost.
  CODEWEAVER_ASSIGN(const auto there, read_entry(collection));
  return there && there->writing == entry.writing;
}

Result<bool> OpenSearchStore::update(const RecordCollection& collection,
                                     const std::function<Result<bool>(OpenSearchEntry&)>& change) {
  for (int attempt = 0; attempt < kMostRivals; ++attempt) {
    CODEWEAVER_ASSIGN(const auto known, read_entry(collection));
    auto entry = known.value_or(OpenSearchEntry());
    CODEWEAVER_ASSIGN(const bool goes_on, change(entry));
    if (!goes_on) return false;
    CODEWEAVER_ASSIGN(const bool is_written, write(collection, std::move(entry)));
    if (is_written) return true;
  }
  return Error{
      ErrorCategory::kUnavailable, "STORE_BUSY",
      "Other programs kept changing the catalog entry of project '" + collection.project_id + "'",
      "writing the catalog", "Try again later; nothing is lost."};
}

Result<bool> OpenSearchStore::prepare(const RecordCollection& collection, std::size_t dimension,
                                      OpenSearchEntry& entry) {
  if (!entry.index.empty() && entry.dimension != 0 && dimension != 0 &&
      entry.dimension != dimension)
    return wrong_dimension(entry.dimension, dimension);
  const auto alias = opensearch_alias(shared_->nodes->prefix(), collection);
  if (entry.index.empty()) {
    // Removes leftovers of an interrupted drop.
    CODEWEAVER_TRY(ask_for({"creating an index", "DELETE", index_path(alias)}));
    CODEWEAVER_TRY(ask(
        {"creating an index", "PUT", index_path(alias), opensearch_index_body(alias, dimension)}));
    await_copies(index_path(alias));
  } else if (dimension != 0 && entry.dimension == 0) {
    CODEWEAVER_TRY(ask({"adding vectors to an index", "PUT", '/' + alias + "/_mapping",
                        opensearch_vectors_body(dimension)}));
  } else {
    return false;
  }
  entry.index = alias;
  entry.dimension = dimension;
  return true;
}

Result<OpenSearchBulk> OpenSearchStore::bulk(const StoreRequest& request) {
  for (std::size_t attempt = 0;; ++attempt) {
    CODEWEAVER_ASSIGN(const auto reply, ask_for(request));
    auto outcome = reply ? opensearch_bulk(*reply) : OpenSearchBulk{true, false, "no such index"};
    if (outcome.refused.empty() || outcome.is_missing) return outcome;
    if (outcome.is_busy && shared_->nodes->pause(attempt, context_)) continue;
    return Error{outcome.is_busy ? ErrorCategory::kUnavailable : ErrorCategory::kInvalidArgument,
                 outcome.is_busy ? "SERVICE_BUSY" : "SERVICE_REFUSED",
                 "The OpenSearch cluster at " + shared_->nodes->origin() +
                     " did not accept all records: " + outcome.refused,
                 request.operation,
                 "Check the health of the cluster. The next index run writes the missing records."};
  }
}

Result<void> OpenSearchStore::upsert(const RecordCollection& collection,
                                     std::span<const VectorRecord> records) {
  const std::lock_guard turn(shared_->writing);
  CODEWEAVER_ASSIGN(const auto dimension, common_dimension(0, records));
  CODEWEAVER_TRY(check_weights(records));
  for (const bool is_last : {false, true}) {
    CODEWEAVER_ASSIGN(auto known, entry(collection));
    const bool is_ready =
        known && !known->index.empty() && (dimension == 0 || known->dimension == dimension);
    if (!is_ready) {
      CODEWEAVER_TRY(update(collection, [&](OpenSearchEntry& entry) {
        return prepare(collection, dimension, entry);
      }));
      CODEWEAVER_ASSIGN(known, entry(collection));
    }
    if (records.empty()) return {};
    const StoreRequest put{"writing records", "POST", '/' + known->index + kBulkParameters,
                           opensearch_upsert_body(last_of_each(records))};
    CODEWEAVER_ASSIGN(const auto outcome, bulk(put));
    if (!outcome.is_missing) {
      const std::lock_guard lock(shared_->mutex);
      ++shared_->writes[known->index].done;
      return {};
    }
    if (is_last) break;
    CODEWEAVER_TRY(update(collection, [&](OpenSearchEntry& entry) -> Result<bool> {
      entry.index.clear();  // it was deleted: create it again
      entry.dimension = 0;
      return true;
    }));
  }
  return Error{ErrorCategory::kUnavailable, "STORE_CHANGED",
               "The index of project '" + collection.project_id +
                   "' was deleted while records were written to it",
               "writing records", "Index the project again."};
}

Result<void> OpenSearchStore::erase(const RecordCollection& collection, std::span<const Uuid> ids) {
  CODEWEAVER_ASSIGN(const auto known, entry(collection));
  if (!known || known->index.empty() || ids.empty()) return {};
  CODEWEAVER_TRY(bulk({"deleting records", "POST", '/' + known->index + kBulkParameters,
                       opensearch_erase_body(ids)}));
  const std::lock_guard lock(shared_->mutex);
  ++shared_->writes[known->index].done;
  return {};
}

Result<std::optional<CollectionFacts>> OpenSearchStore::facts(
    const RecordCollection& collection) const {
  CODEWEAVER_ASSIGN(const auto known, read_entry(collection));
  return known ? std::optional(known->facts) : std::nullopt;
}

Result<void> OpenSearchStore::put_facts(const RecordCollection& collection,
                                        const CollectionFacts& facts) {
  const std::lock_guard turn(shared_->writing);
  CODEWEAVER_ASSIGN(const auto known, entry(collection));
  if (known && !known->index.empty()) CODEWEAVER_TRY(refresh(known->index));
  CODEWEAVER_TRY(update(collection, [&](OpenSearchEntry& entry) -> Result<bool> {
    entry.facts = facts;
    return true;
  }));
  return {};
}

Result<bool> OpenSearchStore::exchange_facts(const RecordCollection& collection,
                                             const CollectionFacts& before,
                                             const CollectionFacts& after) {
  const std::lock_guard turn(shared_->writing);
  return update(collection, [&](OpenSearchEntry& entry) -> Result<bool> {
    if (entry.facts != before) return false;
    entry.facts = after;
    return true;
  });
}

Result<void> OpenSearchStore::drop(const RecordCollection& collection) {
  const std::lock_guard turn(shared_->writing);
  CODEWEAVER_ASSIGN(const auto known, read_entry(collection));
  if (!known) return {};
  CODEWEAVER_TRY(update(collection, [&](OpenSearchEntry& entry) -> Result<bool> {
    entry.index.clear();  // searches between the steps find no records and no mark
    entry.dimension = 0;
    entry.facts.clear();
    return true;
  }));
  CODEWEAVER_TRY(ask_for({"deleting a collection", "DELETE",
                          index_path(opensearch_alias(shared_->nodes->prefix(), collection))}));
  CODEWEAVER_TRY(ask_for(
      {"deleting a collection", "DELETE",
       '/' + shared_->nodes->prefix() + "/_doc/" + collection_hash(collection) + "?refresh=true"}));
  forget(collection);
  return {};
}

}  // namespace codeweaver::remote
