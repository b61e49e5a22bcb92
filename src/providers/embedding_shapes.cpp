// The embedding APIs of Voyage, OpenAI, Azure, Cohere and Ollama.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "providers/embedding_shapes.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "json/members.hpp"
#include "json/value.hpp"
#include "json/writer.hpp"
#include "net/service_errors.hpp"
#include "providers/model_services.hpp"

namespace codeweaver::providers {
namespace {

constexpr std::size_t kMostCohereTexts = 96;

void write_texts(json::Writer& out, std::string_view key, std::span<const std::string_view> texts) {
  out.key(key).begin_array();
  for (const auto text : texts) out.value(text);
  out.end_array();
}

std::string voyage_body(const RemoteModel& model, std::span<const std::string_view> texts,
                        TextKind kind) {
  json::Writer out;
  out.begin_object();
  write_texts(out, "input", texts);
  out.member("model", model.model);
  out.member("input_type", kind == TextKind::kQuery ? "query" : "document");
  if (model.dimension != 0) out.member("output_dimension", model.dimension);
  out.end_object();
  return out.take();
}

std::string openai_body(const RemoteModel& model, std::span<const std::string_view> texts) {
  json::Writer out;
  out.begin_object();
  write_texts(out, "input", texts);
  out.member("model", model.model);
  out.member("encoding_format", "float");
  if (model.dimension != 0) out.member("dimensions", model.dimension);
  out.end_object();
  return out.take();
}

std::string cohere_body(const RemoteModel& model, std::span<const std::string_view> texts,
                        TextKind kind) {
  json::Writer out;
  out.begin_object();
  out.member("model", model.model);
  write_texts(out, "texts", texts);
  out.member("input_type", kind == TextKind::kQuery ? "search_query" : "search_document");
  out.key("embedding_types").begin_array().value("float").end_array();
  if (model.dimension != 0) out.member("output_dimension", model.dimension);
  out.end_object();
  return out.take();
}

std::string ollama_body(const RemoteModel& model, std::span<const std::string_view> texts) {
  json::Writer out;
  out.begin_object();
  out.member("model", model.model);
  write_texts(out, "input", texts);
  if (model.dimension != 0) out.member("dimensions", model.dimension);
  out.end_object();
  return out.take();
}

/// The numbers of a list. nullopt: not a list of numbers.
std::optional<std::vector<float>> numbers_of(const json::Value* value) {
  const auto* items = value == nullptr ? nullptr : value->if_array();
  if (items == nullptr || items->empty()) return std::nullopt;
  std::vector<float> out;
  out.reserve(items->size());
  for (const auto& item : *items) {
    const auto number = item.if_number();
    if (!number) return std::nullopt;
    out.push_back(static_cast<float>(*number));
  }
  return out;
}

using Rows = std::vector<std::vector<float>>;

/// {"embeddings": [[...], ...]} of Ollama, {"embeddings": {"float": [[...]]}} of Cohere.
std::optional<Rows> plain_rows(const json::Value* list) {
  const auto* items = list == nullptr ? nullptr : list->if_array();
  if (items == nullptr) return std::nullopt;
  Rows out;
  for (const auto& item : *items) {
    auto row = numbers_of(&item);
    if (!row) return std::nullopt;
    out.push_back(std::move(*row));
  }
  return out;
}

/// {"data": [{"index": 0, "embedding": [...]}, ...]} in any order.
std::optional<Rows> indexed_rows(const json::Value* list, std::size_t count) {
  const auto* items = list == nullptr ? nullptr : list->if_array();
  if (items == nullptr || items->size() != count) return std::nullopt;
  Rows out(count);
  for (const auto& item : *items) {
    const auto* at = json::integer_in(item, "index");
    auto row = numbers_of(item.find("embedding"));
    if (at == nullptr || !row || *at < 0 || std::cmp_greater_equal(*at, count)) return std::nullopt;
    out[static_cast<std::size_t>(*at)] = std::move(*row);
  }
  return out;
}

std::optional<Rows> rows_of(const RemoteModel& model, std::size_t count, const json::Value& body) {
  const auto* embeddings = body.find("embeddings");
  if (model.provider == "ollama") return plain_rows(embeddings);
  if (model.provider == "cohere")
    return plain_rows(embeddings == nullptr ? nullptr : embeddings->find("float"));
  return indexed_rows(body.find("data"), count);
}

}  // namespace

net::Call embedding_call(const RemoteModel& model, std::span<const std::string_view> texts,
                         TextKind kind) {
  net::Call call;
  call.operation = kind == TextKind::kQuery ? "embedding a query" : "embedding texts";
  if (model.provider == "voyage") {
    call.path = "/embeddings";
    call.body = voyage_body(model, texts, kind);
  } else if (model.provider == "cohere") {
    call.path = "/v2/embed";
    call.body = cohere_body(model, texts, kind);
  } else if (model.provider == "ollama") {
    call.path = "/api/embed";
    call.body = ollama_body(model, texts);
  } else {
    call.path = model.provider == "azure" ? azure_path(model.model, "embeddings") : "/embeddings";
    call.body = openai_body(model, texts);
  }
  return call;
}

Result<Rows> read_embeddings(const net::ServiceClient& client, const RemoteModel& model,
                             const net::Call& call, std::size_t count, const net::Reply& reply) {
  const auto body = json::parse(reply.body);
  if (!body) return client.invalid_reply(call, body.error().cause);
  auto rows = rows_of(model, count, *body);
  if (!rows) return client.invalid_reply(call, "it has no list of vectors");
  if (rows->size() != count)
    return client.invalid_reply(
        call, std::to_string(rows->size()) + " vectors for " + std::to_string(count) + " texts");
  const auto dimension = rows->empty() ? 0 : rows->front().size();
  if (std::ranges::any_of(*rows, [&](const auto& row) { return row.size() != dimension; }))
    return client.invalid_reply(call, "vectors of different dimensions, or a repeated index");
  return *std::move(rows);
}

bool is_too_large(const net::Reply& reply) {
  if (reply.status == 413) return true;
  if (reply.status != 400 && reply.status != 422) return false;
  const auto said = net::reply_message(reply.body);
  return said.find("token") != std::string::npos ||
         said.find("context length") != std::string::npos ||
         said.find("too long") != std::string::npos || said.find("too large") != std::string::npos;
}

std::size_t most_texts(const RemoteModel& model) {
  return model.provider == "cohere" ? std::min(model.batch_size, kMostCohereTexts)
                                    : model.batch_size;
}

}  // namespace codeweaver::providers
