// Facts, vectors and requests as JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/record_json.hpp"

#include <charconv>
#include <iterator>

#include "base/hash.hpp"
#include "net/retry.hpp"
#include "remote/record_fields.hpp"

namespace codeweaver::remote {
bool read_floats(const json::Value* list, std::vector<float>& out) {
  const auto* items = list == nullptr ? nullptr : list->if_array();
  if (items == nullptr) return false;
  for (const auto& item : *items) {
    const auto number = item.if_number();
    if (!number) return false;
    out.push_back(static_cast<float>(*number));
  }
  return true;
}

CollectionFacts facts_in(const json::Value* object) {
  CollectionFacts out;
  if (object != nullptr && object->is_object())
    for (const auto& [name, value] : *object->if_object())
      if (value.is_string()) out[name] = *value.if_string();
  return out;
}

void write_float(json::Writer& out, float number) {
  char text[32];
  const auto end = std::to_chars(std::begin(text), std::end(text), number).ptr;
  out.raw({text, static_cast<std::size_t>(end - text)});
}

void write_floats(json::Writer& out, std::span<const float> numbers) {
  out.begin_array();
  for (const float number : numbers) write_float(out, number);
  out.end_array();
}

void write_texts(json::Writer& out, const std::vector<std::string>& list) {
  out.begin_array();
  for (const auto& text : list) out.value(text);
  out.end_array();
}

void write_facts(json::Writer& out, const CollectionFacts& facts) {
  out.begin_object();
  for (const auto& [name, value] : facts) out.member(name, value);
  out.end_object();
}

std::string collection_hash(const RecordCollection& collection) {
  return base::hash128(collection.project_id + '\0' + collection.tree).hex();
}

Error no_such_record(std::string_view store, std::string_view what) {
  return {ErrorCategory::kCorruption, "INVALID_RECORD",
          std::string(store) + " holds an invalid record: " + std::string(what), "reading a record",
          "Delete the collection and index again; the local index is intact."};
}

Error place_is_taken(std::string_view store, const RecordCollection& collection,
                     const std::string& project) {
  return {ErrorCategory::kCorruption, "COLLECTION_TAKEN",
          std::string(store) + " uses the same collection for the projects '" +
              collection.project_id + "' and '" + project + "'",
          "opening the store", "Give one of the projects another id."};
}

net::ServiceOptions service_of(const StoreOptions& options) {
  net::ServiceOptions service;
  service.secret = options.api_key;
  service.component = "store";
  service.pauses = net::kStorePauses;
  service.is_awaited = true;
  service.timeout = options.timeout;
  service.logger = options.logger;
  return service;
}

void write_filter_members(json::Writer& out, const VectorRecord& record) {
  out.member("file_key", record.file_key)
      .member("ordinal", record.ordinal)
      .member("revision", record.revision)
      .member("path", record.file.path)
      .member("extension", extension_of(record.file.path))
      .member("language", record.file.language)
      .member("name_space", record.audit.name_space)
      .member("first_line", record.chunk.line_range.start_line)
      .member("last_line", record.chunk.line_range.end_line)
      .key("directories");
  write_texts(out, directories_of(record.file.path));
}

net::Call call_of(const StoreRequest& request, const CallContext& context) {
  net::Call call;
  call.operation = request.operation;
  call.method = request.method;
  call.path = request.path;
  call.body = request.body;
  call.context = context;
  call.is_repeated = !request.is_of_query && !context.is_awaited();
  if (!call.is_repeated) call.patience = net::kStoreQueryPatience;
  return call;
}

}  // namespace codeweaver::remote
