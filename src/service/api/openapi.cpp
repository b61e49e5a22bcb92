// The OpenAPI document: joins the table of operations with the schemas of the contracts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "codeweaver/text/identifier.hpp"
#include "codeweaver/version.hpp"
#include "service/api/api.hpp"
#include "service/api/contract_schemas.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kComponents = "#/components/schemas/";
constexpr std::string_view kSuffix = ".json#";  // precedes a path in another file

/// The schema of a file, with references to other files and to its own $defs rewritten to point
/// into "components".
json::Value relocated(const json::Value& value, const std::string& file) {
  if (const auto* list = value.if_array()) {
    json::Array out;
    for (const auto& item : *list) out.push_back(relocated(item, file));
    return out;
  }
  const auto* members = value.if_object();
  if (members == nullptr) return value;
  json::Value out = json::Object{};
  for (const auto& [key, member] : *members) {
    const auto* const target = key == "$ref" ? member.if_string() : nullptr;
    if (target == nullptr)
      out.set(key, relocated(member, file));
    else if (constexpr std::string_view kOwn = "#/$defs/"; target->starts_with(kOwn))
      out.set(key, std::string(kComponents) + file + '.' + target->substr(kOwn.size()));
    else if (const auto end = target->find(".json"); end != std::string::npos)
      out.set(key, std::string(kComponents) + target->substr(0, end) +
                       target->substr(std::min(target->size(), end + kSuffix.size())));
  }
  return out;
}

json::Value schemas() {
  json::Value out = json::Object{};
  for (const auto& [name, text] : contract_schemas()) {
    const auto document = json::parse(text);
    if (!document) continue;  // a test parses all of them
    const std::string file(name);
    const std::string prefix = file + '.';
    json::Value schema = json::Object{};
    for (const auto& [key, member] : *document->if_object()) {
      if (key == "$schema" || key == "$id") continue;
      if (key != "$defs") {
        schema.set(key, relocated(json::Object{{key, member}}, file).if_object()->front().value);
        continue;
      }
      for (const auto& [part, definition] : *member.if_object())
        out.set(prefix + part, relocated(definition, file));
    }
    out.set(file, std::move(schema));
  }
  return out;
}

json::Value reference(std::string_view schema) {
  if (schema.empty()) return json::Object{{"type", "string"}};
  return json::Object{{"$ref", std::string(kComponents) + std::string(schema)}};
}

json::Value contents_json(const std::vector<ApiContent>& contents) {
  json::Value out = json::Object{};
  for (const auto& [media_type, schema] : contents)
    out.set(media_type, json::Object{{"schema", schema.empty() && media_type == kJsonType
                                                    ? json::Object{{"type", "object"}}
                                                    : reference(schema)}});
  return out;
}

struct Refused {
  std::string_view status;
  std::string_view doc;
};
constexpr std::array kRefusals = {
    Refused{"400", "The request is invalid."},
    Refused{"401", "The server's bearer token is missing."},
    Refused{"403",
            "The Host or Origin header is not allowed, or the caller may not change things."},
    Refused{"404", "Something named in the request does not exist."},
    Refused{"408", "The request arrived too slowly."},
    Refused{"414", "The address is too long."},
    Refused{"422", "This build does not support the request or its contract version."},
    Refused{"431", "The head of the request is too long."},
    Refused{"500", "The index cannot be read or written."},
    Refused{"503",
            "The server is overloaded or stopping, or another process is writing; try again."}};
constexpr std::array kBodyRefusals = {
    Refused{"411", "The request has neither Content-Length nor chunked encoding."},
    Refused{"413", "The body is too large."},
    Refused{"415", "The media type of the body is not supported."},
    Refused{"417", "The value of the Expect header is not supported."}};

json::Value answers_json(const ApiRoute& route) {
  json::Value out = json::Object{};
  for (const auto& answer : route.answers)
    out.set(std::to_string(answer.status),
            json::Object{{"description", answer.doc}, {"content", contents_json(answer.contents)}});
  const auto refuse = [&](const Refused& refused) {
    if (out.find(refused.status) != nullptr) return;
    out.set(refused.status, json::Object{{"description", refused.doc},
                                         {"content", contents_json({{kJsonType, "error"}})}});
  };
  for (const auto& refused : kRefusals) refuse(refused);
  if (!route.bodies.empty())
    for (const auto& refused : kBodyRefusals) refuse(refused);
  return out;
}

json::Value parameters_json(const ApiRoute& route) {
  json::Value out = json::Array{};
  for (const auto& parameter : route.parameters) {
    const bool is_path = parameter.place == ApiParameter::Place::kPath;
    const auto schema = json::parse(parameter.schema);
    out.push_back(json::Object{{"name", parameter.name},
                               {"in", is_path ? "path" : "query"},
                               {"required", is_path},
                               {"description", parameter.doc},
                               {"schema", schema ? *schema : json::Value(json::Object{})}});
  }
  return out;
}

json::Value operation_json(const ApiRoute& route) {
  json::Value out;
  out.set("operationId", route.operation_id);
  out.set("tags", json::Array{route.tag});
  out.set("summary", route.summary);
  if (!route.parameters.empty()) out.set("parameters", parameters_json(route));
  if (!route.bodies.empty())
    out.set("requestBody",
            json::Object{{"required", true}, {"content", contents_json(route.bodies)}});
  out.set("responses", answers_json(route));
  return out;
}

/// The method in lower case, as in OpenAPI.
}  // namespace

json::Value openapi_document(std::span<const ApiRoute> routes) {
  json::Value paths = json::Object{};
  for (const auto& route : routes) {
    const auto* const known = paths.find(route.path);
    json::Value path = known != nullptr ? *known : json::Value(json::Object{});
    path.set(text::to_lower(route.method), operation_json(route));
    paths.set(route.path, std::move(path));
  }
  json::Value out;
  out.set("openapi", "3.1.0");
  out.set("info", json::Object{{"title", "codeweaver"},
                               {"version", std::string(kVersion)},
                               {"description",
                                "Code search by meaning: projects, indexing, "
                                "searches, and content pushed by other tools."},
                               {"license", json::Object{{"name", "MIT OR Apache-2.0"},
                                                        {"identifier", "MIT OR Apache-2.0"}}}});
  out.set("security", json::Array{json::Object{}, json::Object{{"token", json::Array{}}}});
  out.set("paths", std::move(paths));
  json::Value token = json::Object{{"type", "http"}, {"scheme", "bearer"}};
  out.set("components",
          json::Object{{"schemas", schemas()},
                       {"securitySchemes", json::Object{{"token", std::move(token)}}}});
  return out;
}

}  // namespace codeweaver::service
