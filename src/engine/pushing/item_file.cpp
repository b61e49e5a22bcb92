// Pushed items as files with contents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/pushing/item_file.hpp"

#include <chrono>
#include <cstdio>

#include "base/path_name.hpp"
#include "codeweaver/detail/timestamp.hpp"
#include "corpus/classify.hpp"
#include "syntax/language.hpp"

namespace codeweaver::engine {
namespace {

/// The part after the last separator of a qualified name.
std::string_view last_part(std::string_view name) {
  return name.substr(name.find_last_of(".:#>/") + 1);
}

}  // namespace

DiscoveredFile described(const PushItem& item,
                         const std::map<std::string, std::string>& extra_extensions) {
  const auto name = base::file_name(item.path);
  auto known = corpus::classify_name(name, extra_extensions);
  if (const auto language = syntax::find_language(item.language); language)
    known.language = syntax::languages()[*language].id;
  DiscoveredFile file;
  file.path = item.path;
  file.language = known.language;
  file.ext_kind = known.ext_kind;
  file.size_bytes = item.content.size();
  file.is_test = corpus::looks_like_test(item.path);
  return file;
}

std::int64_t captured_ns(const PushItem& item) {
  namespace chrono = std::chrono;
  const auto text = text::utc_timestamp(item.source_audit.captured_at).value_or("");
  int year = 0;
  unsigned month = 0, day = 0, hour = 0, minute = 0, second = 0, fraction = 0;
  if (std::sscanf(text.c_str(), "%4d-%2u-%2uT%2u:%2u:%2u.%6uZ", &year, &month, &day, &hour, &minute,
                  &second, &fraction) != 7)
    return 0;
  const chrono::sys_time<chrono::microseconds> time =
      chrono::sys_days(chrono::year(year) / static_cast<int>(month) / static_cast<int>(day)) +
      chrono::hours(hour) + chrono::minutes(minute) + chrono::seconds(second) +
      chrono::microseconds(fraction);
  const std::int64_t micros = time.time_since_epoch().count();
  constexpr std::int64_t kMost = INT64_MAX / 1000;
  return micros > kMost || micros < -kMost ? 0 : micros * 1000;
}

void name_content(ProcessedFile& processed, const std::string& qualified_name,
                  const std::string& kind) {
  const std::string_view own = last_part(qualified_name);
  bool is_found = false;
  const auto rename = [&](std::string& name) {
    const bool is_inside = name.size() > own.size() && name.starts_with(own) &&
                           std::string_view(".:#").find(name[own.size()]) != std::string_view::npos;
    if (name != own && !is_inside) return;
    name.replace(0, own.size(), qualified_name);
    is_found = true;
  };
  auto& content = *processed.content;
  for (auto& chunk : content.chunks) rename(chunk.symbol);
  for (auto& symbol : content.symbols) rename(symbol.qualified_name);
  if (!is_found && !content.chunks.empty()) {
    auto& first = content.chunks.front();
    if (first.symbol.empty()) first.symbol = qualified_name;
    content.symbols.insert(content.symbols.begin(),
                           {std::string(own),
                            qualified_name,
                            kind,
                            {first.lines.start_line, content.chunks.back().lines.end_line},
                            0});
  }
  content.key = base::hash128(content.key.hex() + '/' + qualified_name);
  processed.file.content = content.key;
}

}  // namespace codeweaver::engine
