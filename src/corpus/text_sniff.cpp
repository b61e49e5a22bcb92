// Text, or bulk data: encoding, length of lines, and the share of words.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/text_sniff.hpp"

#include <algorithm>
#include <string>

#include "base/ascii.hpp"
#include "base/lines.hpp"
#include "base/utf8.hpp"
#include "corpus/text_file.hpp"

namespace codeweaver::corpus {
namespace {

constexpr std::size_t kLongLines = 400;      ///< bytes per line; people write shorter ones
constexpr std::size_t kShortText = 1024;     ///< texts of this size may have a single line
constexpr std::size_t kLongestWord = 32;     ///< longer ones are base64 values
constexpr std::size_t kDataForEachByte = 2;  ///< of words: more data than this is bulk data

constexpr std::string_view kBinaryExtensions =
    " 7z a apk avi bin blend bmp bz2 class db deb dll dmg doc dylib eot exe fbx flac gif glb gz "
    "heic icns ico jar jpeg jpg keystore lib mov mp3 mp4 npy npz o ogg onnx otf parquet pkl png "
    "ppt psd pyc rar rpm so sqlite tar tgz tif tiff ttf wasm wav webm webp whl woff woff2 xcf xls "
    "xlsx xz zip zst ";

constexpr bool is_word_byte(char c) noexcept {
  return base::is_word(c) || static_cast<unsigned char>(c) >= 0x80;
}

/// Whether the part between two separators is a number, a hash or a key rather than a word.
bool is_value(std::string_view part) noexcept {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return part.size() > kLongestWord || std::ranges::any_of(part, is_digit);
}

/// Numbers, hashes and keys outweigh words. Single letters count as neither.
bool is_mostly_data(std::string_view text) noexcept {
  std::size_t words = 0, data = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word_byte(text[end])) ++end;
    const auto part = text.substr(at, end - at);
    if (is_value(part))
      data += part.size();
    else if (part.size() > 1)
      words += part.size();
    at = std::max(end, at + 1);
  }
  return data > kDataForEachByte * words;
}

}  // namespace

bool is_searchable_text(std::string_view head) {
  const auto decoded = decode_text(std::string(base::utf8_prefix(head, kSniffBytes)), "");
  if (!decoded) return false;
  const std::string_view text = *decoded;
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return false;
  if (text.starts_with("-----BEGIN ")) return false;  // a key or a certificate
  if (text.size() > kShortText && base::bytes_per_line(text) > kLongLines) return false;
  return !is_mostly_data(text);
}

bool is_binary_extension(std::string_view extension) noexcept {
  return !extension.empty() &&
         kBinaryExtensions.find(' ' + std::string(extension) + ' ') != std::string_view::npos;
}

}  // namespace codeweaver::corpus
