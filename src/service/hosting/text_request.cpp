// Exact text search for agents and HTTP: short answers, grouped by file, within a token limit.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/text_request.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "base/printable.hpp"
#include "codeweaver/namespace_key.hpp"
#include "codeweaver/text/token_count.hpp"
#include "json/writer.hpp"
#include "service/hosting/request_reader.hpp"

namespace codeweaver::service {
namespace {

constexpr std::size_t kUsualLines = 100;

/// Reads a list of at most kMostItems texts.
void read_texts(json::MemberReader& reader, std::string_view key, std::vector<std::string>& out) {
  constexpr std::size_t kMostItems = 100;
  reader.nullable(key, out);
  if (out.size() > kMostItems)
    reader.note(key, "has more than " + std::to_string(kMostItems) + " items");
}

bool read_flag_of(json::MemberReader& reader, std::string_view key) {
  std::optional<bool> flag;
  reader.nullable(key, flag);
  return flag.value_or(false);
}

void read_strategy(json::MemberReader& reader, std::string& out) {
  std::optional<std::string> strategy;
  reader.nullable("chunk_strategy", strategy);
  if (strategy && !is_key_part(*strategy))
    reader.note("chunk_strategy",
                "is '" + strategy->substr(0, 100) + "'; " + std::string(kKeyPartRule));
  out = strategy.value_or("");
}

void read_text(json::MemberReader& reader, std::string_view key, std::string& out) {
  std::optional<std::string> text;
  reader.nullable(key, text);
  if (text && text->empty()) reader.note(key, "is empty");
  out = text.value_or("");
}

std::optional<bool> is_order_by_path(std::string_view name) {
  if (name == "path") return true;
  return name == "rank" ? std::optional(false) : std::nullopt;
}

json::Value hit_json(const TextHit& hit) {
  json::Value out = json::Object{{"line", hit.line}, {"text", hit.text}};
  if (hit.column > 0) out.set("column", hit.column);
  if (!hit.scope.empty()) {
    out.set("scope", hit.scope);
    out.set("scope_kind", hit.scope_kind);
    out.set("scope_lines", json::Array{hit.scope_begin, hit.scope_end});
  }
  if (hit.is_definition) out.set("is_definition", true);
  return out;
}

std::string summary_of(const TextHits& hits) {
  std::string out = hits.lines == 0
                        ? "No line matches"
                        : (hits.is_whole ? "" : "More than ") + base::counted(hits.lines, "line") +
                              " in " + base::counted(hits.matched_files, "file");
  constexpr std::size_t kShortId = 12;
  out += " (" + base::counted(hits.searched_files, "file") + " searched";
  out += hits.commit.empty() ? ")" : " in commit " + hits.commit.substr(0, kShortId) + ")";
  if (hits.shown_lines < hits.lines)
    out += "; " + std::to_string(hits.shown_lines) + " shown; narrow it with paths or globs";
  if (hits.masked_values > 0)
    out += "; secrets are masked in " + base::counted(hits.masked_values, "line");
  if (hits.left_out_files > 0)
    out += "; skipped " + base::counted(hits.left_out_files, "file") + " with secrets";
  return out;
}

}  // namespace

Result<TextRequest> text_request(const json::Value& object, std::string_view what) {
  constexpr std::size_t kMostContext = 50, kMostLines = 1000;
  TextRequest out;
  auto& search = out.search;
  json::MemberReader reader(object, what);
  std::string pattern;
  reader.required("pattern", pattern);
  if (pattern.empty()) reader.note("pattern", "is empty");
  read_text(reader, "project_id", out.project_id);
  search.is_fixed = read_flag_of(reader, "fixed");
  search.is_perl = read_flag_of(reader, "perl");
  if (read_flag_of(reader, "ignore_case")) search.case_rule = CaseRule::kFolded;
  if (read_flag_of(reader, "word")) search.extent = TextExtent::kWord;
  search.takes_hidden = read_flag_of(reader, "hidden");
  read_texts(reader, "paths", search.paths);
  read_texts(reader, "globs", search.globs);
  read_texts(reader, "types", search.types);
  reader.nullable_name("purpose", search.purpose, parse_purpose);
  read_strategy(reader, search.chunk_strategy);
  read_text(reader, "ref", search.ref);
  read_text(reader, "changed_in", search.changed_in);
  search.before = search.after = read_count(reader, "context", 0, 0, kMostContext);
  out.hits.most_lines = read_count(reader, "limit", kUsualLines, 1, kMostLines);
  std::optional<bool> is_by_path;
  reader.nullable_name("sort", is_by_path, is_order_by_path);
  out.hits.is_by_path = is_by_path.value_or(false);
  reader.no_others();
  search.patterns.push_back(std::move(pattern));
  return finish_request(reader, std::move(out));
}

json::Value to_json(const TextHits& hits) {
  json::Value files = json::Array{}, warnings = json::Array{};
  for (const auto& file : hits.files) {
    json::Value lines = json::Array{};
    for (const auto& hit : file.hits) lines.push_back(hit_json(hit));
    json::Value one = json::Object{
        {"path", file.path}, {"line_count", file.line_count}, {"lines", std::move(lines)}};
    if (!file.name_space.empty()) one.set("namespace", file.name_space);
    files.push_back(std::move(one));
  }
  for (const auto& warning : hits.warnings) warnings.push_back(warning);
  json::Value out = json::Object{{"files", std::move(files)},
                                 {"total_lines", hits.lines},
                                 {"total_files", hits.matched_files},
                                 {"is_whole", hits.is_whole},
                                 {"shown_lines", hits.shown_lines},
                                 {"searched_files", hits.searched_files},
                                 {"masked_lines", hits.masked_values},
                                 {"left_out_files", hits.left_out_files},
                                 {"execution_time_ms", hits.execution_time_ms},
                                 {"warnings", std::move(warnings)}};
  if (!hits.commit.empty()) out.set("commit", hits.commit);
  return out;
}

std::string text_of(const TextHits& hits) {
  std::string out = summary_of(hits) + '\n';
  for (const auto& warning : hits.warnings) out += "Warning: " + warning + '\n';
  for (const auto& file : hits.files) {
    out += '\n' + file.path;
    if (!file.name_space.empty()) out += "  [pushed to " + file.name_space + ']';
    out += '\n';
    const std::string* scope = nullptr;
    std::uint64_t next = 0;
    for (const auto& hit : file.hits) {
      if (next != 0 && hit.line != next && file.hits.front().column == 0) out += "  --\n";
      next = hit.line + 1;
      out += "  " + std::to_string(hit.line) + (hit.column > 0 ? ": " : "- ") + hit.text;
      const bool is_new = !hit.scope.empty() && (scope == nullptr || *scope != hit.scope);
      if (hit.column > 0 && is_new && !hit.is_definition) out += "  [in " + hit.scope + ']';
      if (hit.column > 0 && hit.is_definition) out += "  [defines " + hit.scope + ']';
      if (hit.column > 0) scope = &hit.scope;
      out += '\n';
    }
  }
  return base::printable_lines(out);
}

void fit(TextHits& hits, std::size_t tokens) {
  const auto size = [&](const TextHits& some) {
    return text::count_tokens(text_of(some)) + text::count_tokens(json::dump(to_json(some)));
  };
  if (size(hits) <= tokens) return;
  const auto cut = [&](std::size_t lines) {
    TextHits out = hits;
    out.shown_lines = 0;
    for (auto& file : out.files) {
      std::size_t kept = 0;
      for (; kept < file.hits.size() && out.shown_lines < lines; ++kept)
        out.shown_lines += file.hits[kept].column > 0 ? 1 : 0;
      file.hits.resize(kept);
    }
    std::erase_if(out.files, [](const TextHitFile& file) { return file.hits.empty(); });
    return out;
  };
  std::size_t fits = 1, too_many = hits.shown_lines;
  while (too_many - fits > 1) {
    const auto middle = fits + (too_many - fits) / 2;
    (size(cut(middle)) <= tokens ? fits : too_many) = middle;
  }
  hits = cut(fits);
}

}  // namespace codeweaver::service
