// Shared JSON functions of store clients.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/vector_store.hpp"
#include "json/value.hpp"
#include "json/writer.hpp"
#include "net/service_client.hpp"

namespace codeweaver::remote {

/// Appends the numbers of a list. False: not a list of numbers.
bool read_floats(const json::Value* list, std::vector<float>& out);
/// The facts in an object of texts.
CollectionFacts facts_in(const json::Value* object);

/// Writes a number with the digits that a float needs, not those of a double.
void write_float(json::Writer& out, float number);
void write_floats(json::Writer& out, std::span<const float> numbers);
void write_texts(json::Writer& out, const std::vector<std::string>& list);
void write_facts(json::Writer& out, const CollectionFacts& facts);
/// The members that every store keeps next to a record, for filters.
void write_filter_members(json::Writer& out, const VectorRecord& record);

/// 32 hex digits, unique to the collection.
std::string collection_hash(const RecordCollection& collection);
/// "INVALID_RECORD": the store contains something that is not a valid record.
Error no_such_record(std::string_view store, std::string_view what);
/// "COLLECTION_TAKEN": another project already uses the place of `collection`.
Error place_is_taken(std::string_view store, const RecordCollection& collection,
                     const std::string& project);

/// Options for a store's client, except its name, address, remedy, and the header with the key.
net::ServiceOptions service_of(const StoreOptions& options);

/// One request of a store.
struct StoreRequest {
  const char* operation;  ///< for people
  const char* method;
  std::string path;
  std::string body{};
  bool is_of_query = false;  ///< never retried
};
/// The call for a request. It is retried unless a user is waiting for the answer.
net::Call call_of(const StoreRequest& request, const CallContext& context);

}  // namespace codeweaver::remote
