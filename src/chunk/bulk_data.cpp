// Detects bulk data by the keys of a file: their names, their repetition, and the bytes per key.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/bulk_data.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/lines.hpp"

namespace codeweaver::chunk {
namespace {

// Interface descriptions have 30 to 90 bytes per key. Recordings and number tables have several
// hundred.
constexpr std::size_t kBytesPerKey = 256;
// Records repeat the same few keys many times.
constexpr std::size_t kRepetitions = 16;
// Handwritten scripts and style sheets have 20 to 60 bytes per line, or up to 200 with embedded
// images.
constexpr std::size_t kMinifiedLine = 500;
// In translations, this many of twenty keys have one string as their value, and this many a
// sentence. Structured data has ten and four; configuration has sixteen and one.
constexpr std::size_t kTextsInTwenty = 16, kSentencesInTwenty = 5;

/// Keys of JSON, YAML and TOML, and XML elements without prefix, that only occur in handwritten
/// descriptions (schemas, interfaces, configuration).
constexpr std::array<std::string_view, 38> kDescribing = {"$defs",
                                                          "$ref",
                                                          "$schema",
                                                          "AWSTemplateFormatVersion",
                                                          "Configuration",
                                                          "Project",
                                                          "Resources",
                                                          "apiVersion",
                                                          "asyncapi",
                                                          "beans",
                                                          "book",
                                                          "article",
                                                          "chapter",
                                                          "complexType",
                                                          "configuration",
                                                          "contributes",
                                                          "dependencies",
                                                          "grammar",
                                                          "html",
                                                          "interface",
                                                          "jobs",
                                                          "module",
                                                          "openapi",
                                                          "para",
                                                          "plist",
                                                          "project",
                                                          "protocol",
                                                          "registry",
                                                          "ruleset",
                                                          "schema",
                                                          "section",
                                                          "services",
                                                          "stylesheet",
                                                          "swagger",
                                                          "topic",
                                                          "transform",
                                                          "ui",
                                                          "web-app"};

constexpr bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool is_key_byte(char c) noexcept {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' || c == '$';
}

class ShapeReader {
 public:
  explicit ShapeReader(std::string_view text) noexcept : text_(text) {}

  /// Strings followed by a colon are keys.
  DataShape json() {
    bool is_value = false;
    for (std::size_t at = text_.find('"'); at < text_.size(); at = next_quote(at, is_value)) {
      const std::size_t begin = at + 1;
      at = end_of_string(begin);
      const std::string_view string = text_.substr(begin, at - begin);
      std::size_t behind = at + 1;
      while (behind < text_.size() && is_space(text_[behind])) ++behind;
      if (behind < text_.size() && text_[behind] == ':') {
        add_key(string);
        is_value = true;
        at = behind + 1;
      } else {
        if (is_value) add_text(string);
        is_value = false;
        at = behind;
      }
    }
    return finish();
  }

  /// Lines that begin with a word and `separator` have a key.
  DataShape lines(char separator) {
    for (std::string_view rest = text_; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      read_line(rest.substr(0, end), separator);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return finish();
  }

  DataShape elements() {
    for (std::size_t at = text_.find('<'); at < text_.size(); at = text_.find('<', at)) {
      const std::size_t begin = ++at;
      while (at < text_.size() && (is_key_byte(text_[at]) || text_[at] == ':')) ++at;
      if (at == begin) continue;
      const std::string_view name = text_.substr(begin, at - begin);
      add_key(name.substr(name.rfind(':') + 1));
    }
    return finish();
  }

 private:
  std::size_t end_of_string(std::size_t at) const noexcept {
    while (at < text_.size() && text_[at] != '"') at += text_[at] == '\\' ? 2U : 1U;
    return std::min(at, text_.size());
  }
  /// The next string. It is the value of the preceding key unless something else is in between.
  std::size_t next_quote(std::size_t at, bool& is_value) const noexcept {
    while (at < text_.size() && is_space(text_[at])) ++at;
    if (at < text_.size() && text_[at] != '"') is_value = false;
    return text_.find('"', at);
  }
  void read_line(std::string_view line, char separator) {
    std::size_t begin = 0;
    while (begin < line.size() &&
           (is_space(line[begin]) || line[begin] == '-' || line[begin] == '"'))
      ++begin;
    std::size_t end = begin;
    while (end < line.size() && is_key_byte(line[end])) ++end;
    const std::string_view key = line.substr(begin, end - begin);
    while (end < line.size() && (is_space(line[end]) || line[end] == '"')) ++end;
    if (key.empty() || end == line.size() || line[end] != separator) return;
    add_key(key);
    const std::string_view value = line.substr(end + 1);
    const auto first = value.find_first_not_of(" \t");
    if (first != std::string_view::npos && value[first] != '{' && value[first] != '[')
      add_text(value.substr(first));
  }
  void add_text(std::string_view value) {
    if (std::ranges::none_of(value, is_letter)) return;
    ++shape_.texts;
    const auto says = [](char c) { return c == ' ' || static_cast<unsigned char>(c) >= 0x80; };
    if (std::ranges::any_of(value, says)) ++shape_.sentences;
  }
  void add_key(std::string_view key) {
    ++shape_.keys;
    if (keys_.insert(key).second && std::ranges::find(kDescribing, key) != kDescribing.end())
      shape_.is_described = true;
  }
  DataShape finish() noexcept {
    shape_.distinct_keys = keys_.size();
    return shape_;
  }

  std::string_view text_;
  DataShape shape_;
  std::unordered_set<std::string_view> keys_;
};

}  // namespace

DataShape data_shape(std::string_view text, std::string_view language) {
  ShapeReader reader(text);
  if (language == "json") return reader.json();
  if (language == "yaml") return reader.lines(':');
  if (language == "toml" || language == "properties" || language == "ini") return reader.lines('=');
  if (language == "xml") return reader.elements();
  return {};
}

bool is_minified(std::string_view text, std::string_view language) noexcept {
  return (language == "javascript" || language == "css") &&
         base::bytes_per_line(text) > kMinifiedLine;
}

bool is_bulk_data(std::string_view text, std::string_view language) {
  if (language == "csv" || language == "po" || language == "other" || is_minified(text, language))
    return true;
  constexpr std::array<std::string_view, 6> kRead = {"json",       "yaml", "toml",
                                                     "properties", "ini",  "xml"};
  if (std::ranges::find(kRead, language) == kRead.end()) return false;
  const DataShape shape = data_shape(text, language);
  if (text.size() > kBytesPerKey * shape.keys) return true;
  if (shape.is_described) return false;
  return shape.keys >= kRepetitions * shape.distinct_keys ||
         (20 * shape.texts >= kTextsInTwenty * shape.keys &&
          20 * shape.sentences >= kSentencesInTwenty * shape.keys);
}

void coarsen_bulk(const LineIndex& lines, const ChunkOptions& options, ChunkedText& chunked) {
  const std::size_t kept = options.data_file_chunks;
  std::vector<Piece> pieces;
  std::vector<std::uint32_t> places(chunked.pieces.size());
  for (std::size_t i = 0; i < chunked.pieces.size(); ++i) {
    Piece& piece = chunked.pieces[i];
    Piece* const last = i > kept ? &pieces.back() : nullptr;
    const syntax::ByteRange both{last != nullptr ? last->range.begin : 0, piece.range.end};
    if (last != nullptr && lines.tokens(both) <= options.hard_limit) {
      last->range = both;
      last->lines.end_line = piece.lines.end_line;
      last->tokens = lines.tokens(both);
      last->defines.insert(last->defines.end(), std::make_move_iterator(piece.defines.begin()),
                           std::make_move_iterator(piece.defines.end()));
    } else {
      piece.by_words_alone = i >= kept;
      pieces.push_back(std::move(piece));
    }
    places[i] = static_cast<std::uint32_t>(pieces.size() - 1);
  }
  for (Symbol& symbol : chunked.symbols) symbol.piece = places[symbol.piece];
  chunked.pieces = std::move(pieces);
}

}  // namespace codeweaver::chunk
