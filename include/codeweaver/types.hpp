// Value types of the corpus: Span, Uuid, CodeChunk, DiscoveredFile.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TYPES_HPP_
#define CODEWEAVER_TYPES_HPP_

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/semantic.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Lines of a file: 1-based, inclusive. JSON: [start, end].
struct Span {
  std::uint32_t start_line = 1;
  std::uint32_t end_line = 1;

  /// Errors: kInvalidArgument unless 1 <= start <= end.
  static Result<Span> make(std::uint32_t start, std::uint32_t end) {
    if (start >= 1 && start <= end) return Span{start, end};
    return Error{ErrorCategory::kInvalidArgument, "INVALID_SPAN",
                 "Invalid line range: [" + std::to_string(start) + ", " + std::to_string(end) + "]",
                 "building a Span", "Lines are 1-based and start must not exceed end."};
  }
  std::uint32_t line_count() const noexcept { return end_line - start_line + 1; }
  friend auto operator<=>(const Span&, const Span&) = default;
};

/// 128-bit identifier. Chunk ids are version 7 (RFC 9562) and sort by creation time.
struct Uuid {
  std::array<std::uint8_t, 16> bytes{};

  bool is_nil() const noexcept { return bytes == std::array<std::uint8_t, 16>{}; }
  /// 36 characters, lower case, 8-4-4-4-12.
  std::string to_string() const {
    static constexpr char kHex[] = "0123456789abcdef";
    std::string text{};
    text.reserve(36);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
      text += kHex[bytes[i] >> 4];
      text += kHex[bytes[i] & 15];
    }
    return text;
  }
  /// Inverse of to_string(), in upper or lower case; nullopt for any other text.
  static std::optional<Uuid> parse(std::string_view text) noexcept {
    if (text.size() != 36) return std::nullopt;
    Uuid id{};
    std::size_t nibble = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (i == 8 || i == 13 || i == 18 || i == 23) {
        if (text[i] != '-') return std::nullopt;
        continue;
      }
      const char c = text[i];
      int value = c >= '0' && c <= '9'   ? c - '0'
                  : c >= 'a' && c <= 'f' ? c - 'a' + 10
                  : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                         : -1;
      if (value < 0) return std::nullopt;
      auto& byte = id.bytes[nibble / 2];
      byte = static_cast<std::uint8_t>((byte << 4) | value);
      ++nibble;
    }
    return id;
  }
  friend auto operator<=>(const Uuid&, const Uuid&) = default;
};

/// Origin of a chunk: lines, a whole file, or a sequence of syntax nodes.
enum class ChunkSource : std::uint8_t { kTextBlock, kFile, kAstNode };
constexpr std::string_view to_string(ChunkSource source) noexcept {
  return source == ChunkSource::kTextBlock ? "text_block"
         : source == ChunkSource::kFile    ? "file"
                                           : "ast_node";
}
constexpr std::optional<ChunkSource> parse_chunk_source(std::string_view name) noexcept {
  if (name == "text_block") return ChunkSource::kTextBlock;
  if (name == "file") return ChunkSource::kFile;
  if (name == "ast_node") return ChunkSource::kAstNode;
  return std::nullopt;
}

/// Classification of a file by its name: "py" is code, "toml" is config. `extension` is in lower
/// case, without the dot. For files that are known by their name ("makefile"), it is the whole
/// name.
struct ExtKind {
  std::string extension{};
  std::string category{};  ///< code | config | docs | data | other
  friend bool operator==(const ExtKind&, const ExtKind&) = default;
};

/// Sparse vector of a SPLADE-like encoder: ascending term ids with weights.
struct SparseVector {
  std::vector<std::uint32_t> ids{};
  std::vector<float> weights{};
  friend bool operator==(const SparseVector&, const SparseVector&) = default;
};

/// A piece of a file: the unit that is embedded, indexed and returned.
struct CodeChunk {
  std::string content{};  ///< never empty, UTF-8
  Span line_range{};
  std::string file_path{};  ///< relative to the project, '/' separated
  std::string language{};   ///< id from the language table; empty: unknown
  ChunkSource source = ChunkSource::kTextBlock;
  std::optional<ExtKind> ext_kind{};
  double timestamp = 0;  ///< last modification, seconds since 1970
  Uuid chunk_id{};       ///< nil until stored
  std::optional<Uuid> parent_id{};
  std::map<std::string, std::string> metadata{};
  std::optional<std::string> chunk_name{};  ///< "auth.py:UserAuth.validate"
  SemanticClass semantic_class = SemanticClass::kDefinitionData;
  std::optional<std::vector<float>> dense{};  ///< set after embedding
  std::optional<SparseVector> sparse{};

  /// Errors: kInvalidArgument for empty content or an invalid line range.
  Result<void> validate() const {
    if (content.empty())
      return Error{ErrorCategory::kInvalidArgument, "EMPTY_CHUNK", "Chunk content is empty",
                   "validating a chunk of '" + file_path + "'", "Drop chunks without text."};
    if (auto span = Span::make(line_range.start_line, line_range.end_line); !span)
      return span.error();
    return {};
  }
  friend bool operator==(const CodeChunk&, const CodeChunk&) = default;
};

/// A file that discovery selected for the index.
struct DiscoveredFile {
  std::string absolute_path{};
  std::string path{};      ///< relative to the project, '/' separated
  std::string language{};  ///< id from the language table; "text" for plain text
  std::uint64_t size_bytes = 0;
  double last_modified = 0;  ///< seconds since 1970
  ExtKind ext_kind{};
  bool is_test = false;
  bool is_generated = false;   ///< generated or minified: indexed with a low rank
  std::string content_hash{};  ///< XXH3-128 of the file's bytes, 32 hex digits; empty until read
  friend bool operator==(const DiscoveredFile&, const DiscoveredFile&) = default;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_TYPES_HPP_
