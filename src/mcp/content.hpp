// Content blocks of results, prompts and resources.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "json/value.hpp"

namespace codeweaver::mcp {

struct TextContent {
  std::string text;
};
struct ImageContent {
  std::string data;  ///< raw bytes; base64 on the wire
  std::string mime_type;
};
struct AudioContent {
  std::string data;  ///< raw bytes; base64 on the wire
  std::string mime_type;
};
/// A link to a resource that the client may read.
struct ResourceLink {
  std::string uri;
  std::string name;
  std::string title{};
  std::string description{};
  std::string mime_type{};
  std::optional<std::uint64_t> size_bytes{};
};
/// The contents of a resource.
struct ResourceContents {
  std::string uri;
  std::string mime_type;
  std::string data;        ///< UTF-8 text, or raw bytes
  bool is_binary = false;  ///< base64 on the wire
};

/// The audience of a block and its importance.
struct Annotations {
  std::vector<std::string> audience{};  ///< "user", "assistant"
  std::optional<double> priority{};     ///< 0 to 1
  std::string last_modified{};          ///< ISO 8601
};

/// One block. It can be constructed from each kind, and from text.
struct Content {
  // NOLINTBEGIN(google-explicit-constructor)
  Content(TextContent value) : block(std::move(value)) {}
  Content(ImageContent value) : block(std::move(value)) {}
  Content(AudioContent value) : block(std::move(value)) {}
  Content(ResourceLink value) : block(std::move(value)) {}
  Content(ResourceContents embedded) : block(std::move(embedded)) {}
  Content(std::string text) : block(TextContent{std::move(text)}) {}
  Content(const char* text) : block(TextContent{text}) {}
  // NOLINTEND(google-explicit-constructor)

  std::variant<TextContent, ImageContent, AudioContent, ResourceLink, ResourceContents> block;
  Annotations annotations{};
};

/// Sets an optional text member; no effect if `text` is empty.
inline void set_unless_empty(json::Value& out, std::string_view key, const std::string& text) {
  if (!text.empty()) out.set(key, text);
}

json::Value to_json(const Annotations& annotations);
json::Value to_json(const ResourceContents& contents);
/// The block for protocol revision `version`. Kinds that the revision does not have become text:
/// links before 2025-06-18, audio before 2025-03-26.
json::Value to_json(const Content& content, std::string_view version);

}  // namespace codeweaver::mcp
