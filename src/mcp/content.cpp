// Content blocks on the wire.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/content.hpp"

#include "base/base64.hpp"

namespace codeweaver::mcp {
namespace {

json::Value text_block(std::string text) {
  return json::Object{{"type", "text"}, {"text", std::move(text)}};
}

/// Versions are dates, so they can be compared as text.
class BlockWriter {
 public:
  explicit BlockWriter(std::string_view version) : version_(version) {}

  json::Value operator()(const TextContent& content) const { return text_block(content.text); }
  json::Value operator()(const ImageContent& content) const {
    return json::Object{
        {"type", "image"}, {"data", base::base64(content.data)}, {"mimeType", content.mime_type}};
  }
  json::Value operator()(const AudioContent& content) const {
    if (version_ < "2025-03-26") return text_block("[audio, " + content.mime_type + "]");
    return json::Object{
        {"type", "audio"}, {"data", base::base64(content.data)}, {"mimeType", content.mime_type}};
  }
  json::Value operator()(const ResourceLink& link) const {
    if (version_ < "2025-06-18")
      return text_block((link.title.empty() ? link.name : link.title) + ": " + link.uri);
    json::Value out =
        json::Object{{"type", "resource_link"}, {"uri", link.uri}, {"name", link.name}};
    set_unless_empty(out, "title", link.title);
    set_unless_empty(out, "description", link.description);
    set_unless_empty(out, "mimeType", link.mime_type);
    if (link.size_bytes) out.set("size", *link.size_bytes);
    return out;
  }
  json::Value operator()(const ResourceContents& contents) const {
    return json::Object{{"type", "resource"}, {"resource", to_json(contents)}};
  }

 private:
  std::string_view version_;
};

}  // namespace

json::Value to_json(const Annotations& annotations) {
  json::Value out = json::Object{};
  if (!annotations.audience.empty()) {
    json::Value audience = json::Array{};
    for (const auto& role : annotations.audience) audience.push_back(role);
    out.set("audience", std::move(audience));
  }
  if (annotations.priority) out.set("priority", *annotations.priority);
  set_unless_empty(out, "lastModified", annotations.last_modified);
  return out;
}

json::Value to_json(const ResourceContents& contents) {
  json::Value out = json::Object{{"uri", contents.uri}};
  set_unless_empty(out, "mimeType", contents.mime_type);
  if (contents.is_binary)
    out.set("blob", base::base64(contents.data));
  else
    out.set("text", contents.data);
  return out;
}

json::Value to_json(const Content& content, std::string_view version) {
  auto out = std::visit(BlockWriter(version), content.block);
  auto annotations = to_json(content.annotations);
  if (!annotations.if_object()->empty()) out.set("annotations", std::move(annotations));
  return out;
}

}  // namespace codeweaver::mcp
