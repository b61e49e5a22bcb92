// QdrantStore: writing, and the list of collections.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/qdrant_store.hpp"

#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "net/service_codes.hpp"
#include "net/service_status.hpp"
#include "remote/record_checks.hpp"

namespace codeweaver::remote {
namespace {

constexpr std::size_t kCopyPage = 128;

std::string collection_path(std::string_view name, std::string_view rest = {}) {
  return "/collections/" + std::string(name) + std::string(rest);
}

}  // namespace

QdrantStore::QdrantStore(std::unique_ptr<net::ServiceClient> client, bool is_exact)
    : info_(service_info("qdrant", "Qdrant server", is_exact)),
      shared_(std::make_shared<Shared>()) {
  shared_->client = std::move(client);
}

std::shared_ptr<VectorStore> QdrantStore::with(const CallContext& context) const {
  std::shared_ptr<QdrantStore> out(new QdrantStore(*this));
  out->context_ = context;
  return out;
}

Result<std::shared_ptr<VectorStore>> QdrantStore::create(
    const StoreOptions& options, std::shared_ptr<const net::Transport> transport,
    net::ServiceClient::Time time) {
  auto service = service_of(options);
  service.name = "Qdrant server";
  service.url = options.url.empty() ? "http://localhost:6333" : options.url;
  service.remedy =
      "Check that Qdrant runs (`docker run -p 6333:6333 qdrant/qdrant`) and that store.url is its "
      "address.";
  if (!options.api_key.empty()) service.headers.push_back({"api-key", options.api_key});
  CODEWEAVER_ASSIGN(auto client,
                    net::ServiceClient::create(std::move(service), std::move(transport), time));
  return std::shared_ptr<VectorStore>(new QdrantStore(std::move(client), options.is_exact));
}

RemoteServiceStatus QdrantStore::status() const {
  return net::service_status(*shared_->client);
}

Result<std::optional<json::Value>> QdrantStore::ask_for(const Ask& ask) const {
  const auto call = call_of(ask, context_);
  CODEWEAVER_ASSIGN(const auto reply, shared_->client->send(call));
  if (reply.status == 404) return std::optional<json::Value>();
  if (reply.status < 200 || reply.status >= 300) {
    auto error = shared_->client->refusal(call, reply);
    if (error.code == net::service_code::kRefused)
      error.action = "Check that store.url is the address of a Qdrant server (1.12 or newer).";
    return error;
  }
  auto body = json::parse(reply.body);
  if (!body) return shared_->client->invalid_reply(call, body.error().cause);
  const auto* result = body->find("result");
  if (result == nullptr) return shared_->client->invalid_reply(call, "it has no \"result\"");
  return std::optional(*result);
}

Result<json::Value> QdrantStore::ask(const Ask& ask) const {
  CODEWEAVER_ASSIGN(auto found, ask_for(ask));
  if (found) return *std::move(found);
  return Error{
      ErrorCategory::kUnavailable, "STORE_CHANGED",
      "The Qdrant server at " + shared_->client->url().origin() + " has nothing at " + ask.path,
      ask.operation, "Check store.url. If the collection was deleted, index again."};
}

void QdrantStore::forget(const RecordCollection& collection) const {
  const std::lock_guard lock(shared_->mutex);
  shared_->entries.erase(collection);
}

Result<std::optional<QdrantEntry>> QdrantStore::read_entry(
    const RecordCollection& collection) const {
  forget(collection);
  CODEWEAVER_ASSIGN(
      const auto point,
      ask_for({"reading the catalog", "GET",
               collection_path(kQdrantCatalog, "/points/" + qdrant_entry_id(collection))}));
  const auto* payload = point ? point->find("payload") : nullptr;
  if (payload == nullptr) return std::optional<QdrantEntry>();
  CODEWEAVER_ASSIGN(auto entry, qdrant_entry(*payload, collection));
  const std::lock_guard lock(shared_->mutex);
  shared_->entries.insert_or_assign(collection, *entry);
  return entry;
}

Result<std::optional<QdrantEntry>> QdrantStore::entry(const RecordCollection& collection) const {
  {
    const std::lock_guard lock(shared_->mutex);
    if (const auto known = shared_->entries.find(collection); known != shared_->entries.end())
      return std::optional(known->second);
  }
  return read_entry(collection);
}

Result<void> QdrantStore::write(const RecordCollection& collection, const QdrantEntry& entry) {
  forget(collection);
  const Ask put{"writing the catalog", "PUT", collection_path(kQdrantCatalog, "/points?wait=true"),
                qdrant_entry_body(collection, entry)};
  CODEWEAVER_ASSIGN(const auto done, ask_for(put));
  if (done) return {};
  // Another process may have created the catalog in the meantime; that one is fine, too.
  if (auto made = ask({"creating the catalog", "PUT", collection_path(kQdrantCatalog),
                       qdrant_create_catalog_body()});
      !made && made.error().code != net::service_code::kRefused)
    return made.error();
  CODEWEAVER_TRY(
      ask({"creating the catalog", "PUT", collection_path(kQdrantCatalog, "/index?wait=true"),
           qdrant_field_body({"project_id", "keyword"})}));
  CODEWEAVER_TRY(ask(put));
  return {};
}

Result<void> QdrantStore::make_points(const std::string& name, std::size_t dimension) {
  // Removes leftovers of an interrupted drop.
  CODEWEAVER_TRY(ask_for({"creating a collection", "DELETE", collection_path(name)}));
  // Another process may have created it in the meantime; the name implies the same shape.
  if (auto made = ask({"creating a collection", "PUT", collection_path(name),
                       qdrant_create_points_body(dimension)});
      !made && made.error().code != net::service_code::kRefused)
    return made.error();
  for (const auto& field : qdrant_fields())
    CODEWEAVER_TRY(ask({"creating a collection", "PUT", collection_path(name, "/index?wait=true"),
                        qdrant_field_body(field)}));
  return {};
}

Result<QdrantEntry> QdrantStore::writable_entry(const RecordCollection& collection,
                                                std::size_t dimension) {
  CODEWEAVER_ASSIGN(auto known, read_entry(collection));
  auto entry = known.value_or(QdrantEntry());
  const bool takes_vectors = dimension == 0 || entry.dimension != 0;
  if (!entry.points.empty() && takes_vectors) return entry;
  const auto before = std::exchange(entry.points, qdrant_points_name(collection, dimension));
  entry.dimension = dimension;
  CODEWEAVER_TRY(make_points(entry.points, dimension));
  if (!before.empty()) CODEWEAVER_TRY(copy_points(before, entry.points));
  CODEWEAVER_TRY(write(collection, entry));
  if (!before.empty())
    CODEWEAVER_TRY(ask_for({"creating a collection", "DELETE", collection_path(before)}));
  return entry;
}

Result<void> QdrantStore::copy_points(const std::string& from, const std::string& to) {
  std::vector<VectorRecord> page;
  const auto put = [&]() -> Result<void> {
    if (page.empty()) return {};
    const auto done = ask({"writing records", "PUT", collection_path(to, "/points?wait=true"),
                           qdrant_upsert_body(last_of_each(page))});
    page.clear();
    return done ? Result<void>() : done.error();
  };
  const auto copy = [&](const json::Value& point) -> Result<bool> {
    CODEWEAVER_ASSIGN(auto record, qdrant_record(point, RecordParts::kAll));
    page.push_back(std::move(record));
    if (page.size() == kCopyPage) CODEWEAVER_TRY(put());
    return true;
  };
  CODEWEAVER_TRY(scroll(from, "", RecordParts::kAll, copy));
  return put();
}

Result<void> QdrantStore::upsert(const RecordCollection& collection,
                                 std::span<const VectorRecord> records) {
  const std::lock_guard turn(shared_->writing);
  CODEWEAVER_ASSIGN(const auto given, common_dimension(0, records));
  CODEWEAVER_ASSIGN(auto known, entry(collection));
  if (known && known->dimension != 0 && given != 0 && given != known->dimension)
    return wrong_dimension(known->dimension, given);
  const bool is_ready = known && !known->points.empty() && (given == 0 || known->dimension != 0);
  for (const bool is_remembered : {true, false}) {
    if (!is_remembered || !is_ready) {
      CODEWEAVER_ASSIGN(known, writable_entry(collection, given));
    }
    if (records.empty()) return {};
    const Ask put{"writing records", "PUT", collection_path(known->points, "/points?wait=true"),
                  qdrant_upsert_body(last_of_each(records))};
    if (!is_remembered) {
      CODEWEAVER_TRY(ask(put));
      return {};
    }
    CODEWEAVER_ASSIGN(const auto done, ask_for(put));
    if (done) return {};
    auto emptied = *known;  // it was deleted: create it again
    emptied.points.clear();
    CODEWEAVER_TRY(write(collection, emptied));
  }
  return {};
}

Result<void> QdrantStore::erase(const RecordCollection& collection, std::span<const Uuid> ids) {
  CODEWEAVER_ASSIGN(const auto known, entry(collection));
  if (!known || known->points.empty() || ids.empty()) return {};
  std::vector<std::string> texts;
  for (const auto& id : ids) texts.push_back(id.to_string());
  CODEWEAVER_TRY(ask_for({"deleting records", "POST",
                          collection_path(known->points, "/points/delete?wait=true"),
                          qdrant_ids_body(texts)}));
  return {};
}

Result<std::optional<CollectionFacts>> QdrantStore::facts(
    const RecordCollection& collection) const {
  CODEWEAVER_ASSIGN(const auto known, read_entry(collection));
  return known ? std::optional(known->facts) : std::nullopt;
}

Result<void> QdrantStore::put_facts(const RecordCollection& collection,
                                    const CollectionFacts& facts) {
  const std::lock_guard turn(shared_->writing);
  CODEWEAVER_ASSIGN(const auto known, read_entry(collection));
  auto entry = known.value_or(QdrantEntry());
  entry.facts = facts;
  return write(collection, entry);
}

Result<bool> QdrantStore::exchange_facts(const RecordCollection& collection,
                                         const CollectionFacts& before,
                                         const CollectionFacts& after) {
  const std::lock_guard turn(shared_->writing);
  CODEWEAVER_ASSIGN(const auto known, read_entry(collection));
  auto entry = known.value_or(QdrantEntry());
  if (entry.facts != before) return false;
  entry.facts = after;
  CODEWEAVER_TRY(write(collection, entry));
  CODEWEAVER_ASSIGN(const auto now, read_entry(collection));
  return now && now->facts == after;
}

Result<void> QdrantStore::drop(const RecordCollection& collection) {
  const std::lock_guard turn(shared_->writing);
  CODEWEAVER_ASSIGN(const auto known, read_entry(collection));
  if (!known) return {};
  auto emptied = *known;  // searches between the steps find no records and no mark
  emptied.points.clear();
  emptied.facts.clear();
  CODEWEAVER_TRY(write(collection, emptied));
  if (!known->points.empty())
    CODEWEAVER_TRY(ask_for({"deleting a collection", "DELETE", collection_path(known->points)}));
  const std::string ids[] = {qdrant_entry_id(collection)};
  CODEWEAVER_TRY(
      ask_for({"deleting a collection", "POST",
               collection_path(kQdrantCatalog, "/points/delete?wait=true"), qdrant_ids_body(ids)}));
  forget(collection);
  return {};
}

}  // namespace codeweaver::remote
