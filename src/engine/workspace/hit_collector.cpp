// Lines of hits: which are shown, which part of them, and what is masked in them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/workspace/hit_collector.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/file.hpp"
#include "base/lines.hpp"
#include "base/utf8.hpp"
#include "corpus/classify.hpp"
#include "secrets/secrets.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kLongestLine = 400;  // maximum bytes of a shown line

/// Returns the part of a line around its first match.
std::string shown_part(std::string_view line, std::size_t begin) {
  constexpr std::size_t kBefore = 100;
  if (line.size() <= kLongestLine) return std::string(line);
  std::size_t from = begin > kBefore ? std::min(begin - kBefore, line.size() - kLongestLine) : 0;
  while (from > 0 && (static_cast<unsigned char>(line[from]) & 0xC0U) == 0x80U) --from;
  const auto part = base::utf8_prefix(line.substr(from), kLongestLine);
  return (from > 0 ? "..." : "") + std::string(part) +
         (from + part.size() < line.size() ? "..." : "");
}

bool is_word_byte(std::string_view text, std::size_t at) {
  const char c = text[at];
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (c & 0x80) != 0;
}

bool is_whole_word(std::string_view line, std::size_t begin, std::size_t end) {
  return (begin == 0 || !is_word_byte(line, begin - 1)) &&
         (end >= line.size() || !is_word_byte(line, end));
}

std::string_view hit_file_name(std::string_view path) {
  const auto slash = path.rfind('/');
  return path.substr(slash == std::string_view::npos ? 0 : slash + 1);
}

}  // namespace

std::string fact_key(const std::string& name_space, const std::string& path) {
  return name_space + '\0' + path;
}

void HitMask::use_commit(const std::string& commit) {
  if (auto tree = corpus::CommitTree::open(root_, commit)) commit_.emplace(std::move(*tree));
}

bool HitMask::leaves_out(const std::string& path) const {
  if (policy_ == SecretPolicy::kKeep) return false;
  if (secrets::is_secret_file(path, corpus::classify_name(hit_file_name(path), {}).language))
    return true;
  if (!secrets::may_hold_credentials(path)) return false;
  const auto text = read({path, "", 0, {}});
  return !text || secrets::holds_credentials(path, *text);
}

std::size_t HitMask::apply(TextHitFile& file, const std::vector<LineFact>& facts) const {
  if (policy_ == SecretPolicy::kKeep) return 0;
  const auto form = secrets::form_of(corpus::classify_name(hit_file_name(file.path), {}).language);
  auto text = read(file);
  if (text && secrets::mask_secrets(*text, form) == 0) return 0;
  const auto masked = text ? base::split_lines(*text) : std::vector<std::string_view>{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < file.hits.size(); ++i) {
    auto& hit = file.hits[i];
    // The same line in the current file; if it changed meanwhile, the shown line is masked.
    std::string shown = hit.text;
    if (hit.line <= masked.size() && masked[hit.line - 1].size() == facts[i].bytes)
      shown = shown_part(masked[hit.line - 1], facts[i].begin);
    else
      secrets::mask_secrets(shown, form);
    if (shown == hit.text) continue;
    ++count;
    hit.text = std::move(shown);
  }
  return count;
}

/// nullopt: unreadable, or pushed; pushed text was masked when it was received.
std::optional<std::string> HitMask::read(const TextHitFile& file) const {
  constexpr std::uint64_t kMostRead = 4ULL << 20;
  if (!file.name_space.empty()) return std::nullopt;
  const auto unsaved = overlay_.files().find(file.path);
  if (!commit_ && unsaved != overlay_.files().end() && unsaved->second) return *unsaved->second;
  auto text =
      commit_ ? commit_->read_file(file.path) : base::read_file(root_ / file.path, kMostRead);
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

bool HitCollector::take(const TextFile& found) {
  if (out_.lines >= options_.most_found) {
    out_.is_whole = false;
    return false;
  }
  if (found.name_space.empty() && mask_.leaves_out(found.path)) {
    out_.left_out_files += found.has_begun ? 0 : 1;
    return true;
  }
  if (!found.has_begun) {
    out_.files.push_back({found.path, found.name_space, 0, {}});
    ++out_.matched_files;
  }
  auto& file = out_.files.back();
  auto& facts = facts_[fact_key(found.name_space, found.path)];
  for (const auto& line : found.lines) {
    if (line.is_match) {
      if (out_.lines >= options_.most_found) {
        out_.is_whole = false;
        return false;
      }
      ++out_.lines;
      ++file.line_count;
    }
    add(line, file, facts);
  }
  return true;
}

void HitCollector::add(const TextLine& line, TextHitFile& file, std::vector<LineFact>& facts) {
  auto text = line.text;
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  TextHit hit;
  hit.line = line.number;
  hit.column = 0;
  std::size_t begin = 0;
  if (line.is_match) {
    if (!line.places.empty()) {
      begin = line.places.front().first;
      hit.is_word = is_whole_word(text, begin, line.places.front().second);
    }
    hit.column = begin + 1;
  }
  hit.text = shown_part(text, begin);
  facts.push_back({text.size(), begin});
  file.hits.push_back(std::move(hit));
}

}  // namespace codeweaver::engine
