// PostgreSQL conditions, arrays and rows.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/postgres_filter.hpp"

#include <bit>
#include <charconv>
#include <utility>

#include "json/writer.hpp"
#include "remote/record_fields.hpp"

namespace codeweaver::remote {
namespace {

/// A PostgreSQL array literal with quoted elements.
std::string text_array(const std::vector<std::string>& list) {
  std::string out = "{";
  for (const auto& text : list) {
    out += out.size() > 1 ? ",\"" : "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    out += '"';
  }
  return out + '}';
}

template <class Number>
std::string listed(std::span<const Number> numbers, char begin, char end) {
  std::string out(1, begin);
  char text[32];
  for (const auto number : numbers) {
    if (out.size() > 1) out += ',';
    out.append(text, std::to_chars(std::begin(text), std::end(text), number).ptr);
  }
  return out + end;
}

void write_list(json::Writer& out, const char* key, const std::vector<std::string>& list) {
  out.key(key).begin_array();
  for (const auto& text : list) out.value(text);
  out.end_array();
}

}  // namespace

PostgresFilter postgres_filter(const RecordFilter& filter,
                               const std::optional<std::vector<std::string>>& paths,
                               std::size_t first) {
  PostgresFilter out;
  const auto add = [&](const char* before, std::string value, const char* after) {
    out.conditions +=
        std::string(" AND ") + before + '$' + std::to_string(first + out.values.size()) + after;
    out.values.emplace_back(std::move(value));
  };
  if (!filter.include_tests) out.conditions += " AND NOT r.is_test";
  if (!filter.name_spaces.empty())
    add("r.name_space = ANY(", text_array(filter.name_spaces), "::text[])");
  if (!filter.languages.empty())
    add("r.language = ANY(", text_array(filter.languages), "::text[])");
  if (!filter.directory.empty()) add("", filter.directory, "::text = ANY(r.directories)");
  if (!filter.extension.empty()) add("r.extension = ", filter.extension, "::text");
  if (!filter.files.empty()) add("r.path = ANY(", text_array(filter.files), "::text[])");
  if (paths) add("r.path = ANY(", text_array(*paths), "::text[])");
  if (filter.lines) {
    std::vector<std::string> files;
    std::vector<std::int32_t> begins, ends;
    for (const auto& [path, spans] : *filter.lines)
      for (const auto& span : spans) {
        files.push_back(path);
        begins.push_back(std::bit_cast<std::int32_t>(span.start_line));
        ends.push_back(std::bit_cast<std::int32_t>(span.end_line));
      }
    out.is_empty = files.empty();
    const auto at = first + out.values.size();
    out.conditions += " AND EXISTS (SELECT FROM unnest($" + std::to_string(at) + "::text[], $" +
                      std::to_string(at + 1) + "::int[], $" + std::to_string(at + 2) +
                      "::int[]) AS w(path, b, e) WHERE w.path = r.path AND w.b <= r.last_line AND "
                      "r.first_line <= w.e)";
    out.values.emplace_back(text_array(files));
    out.values.emplace_back(postgres_array(std::span<const std::int32_t>(begins)));
    out.values.emplace_back(postgres_array(std::span<const std::int32_t>(ends)));
  }
  if (paths && paths->empty()) out.is_empty = true;
  return out;
}

std::string postgres_array(std::span<const float> numbers) {
  return listed(numbers, '{', '}');
}

std::string postgres_array(std::span<const std::int32_t> numbers) {
  return listed(numbers, '{', '}');
}

std::string postgres_vector(std::span<const float> numbers) {
  return listed(numbers, '[', ']');
}

std::optional<std::vector<float>> parse_postgres_numbers(std::string_view text) {
  if (text.size() < 2) return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::vector<float> out;
  const auto* at = text.data();
  const auto* const end = at + text.size();
  while (at != end) {
    if (!out.empty() && *at++ != ',') return std::nullopt;
    float number = 0;
    const auto [rest, error] = std::from_chars(at, end, number);
    if (error != std::errc()) return std::nullopt;
    out.push_back(number);
    at = rest;
  }
  return out;
}

std::optional<std::vector<float>> parse_postgres_bytes(std::string_view digits) {
  constexpr std::size_t kDigits = 2 * sizeof(float);  // digits of a number, and of the header
  if (digits.size() < kDigits || digits.size() % kDigits != 0) return std::nullopt;
  const auto word = [&](std::size_t index) -> std::optional<std::uint32_t> {
    std::uint32_t bits = 0;
    for (const char digit : digits.substr(index * kDigits, kDigits)) {
      const bool is_decimal = digit >= '0' && digit <= '9';
      if (!is_decimal && (digit < 'a' || digit > 'f')) return std::nullopt;
      bits = bits << 4U | static_cast<std::uint32_t>(is_decimal ? digit - '0' : digit - 'a' + 10);
    }
    return bits;
  };
  const auto head = word(0);  // the count in 16 bits, then 16 unused bits
  std::vector<float> out(digits.size() / kDigits - 1);
  if (!head || *head >> 16U != out.size()) return std::nullopt;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto bits = word(i + 1);
    if (!bits) return std::nullopt;
    out[i] = std::bit_cast<float>(*bits);
  }
  return out;
}

std::int32_t postgres_term(std::uint32_t term) {
  return std::bit_cast<std::int32_t>(term);
}

std::uint32_t term_of_postgres(std::int64_t term) {
  return static_cast<std::uint32_t>(term);
}

std::string postgres_rows(std::span<const VectorRecord* const> records) {
  json::Writer out;
  out.begin_array();
  for (const auto* record : records) {
    const auto& path = record->file.path;
    out.begin_object()
        .member("id", record->id.to_string())
        .member("file_key", record->file_key)
        .member("ordinal", record->ordinal)
        .member("revision", record->revision)
        .member("path", path)
        .member("extension", extension_of(path))
        .member("language", record->file.language)
        .member("name_space", record->audit.name_space)
        .member("is_test", record->file.is_test)
        .member("first_line", record->chunk.line_range.start_line)
        .member("last_line", record->chunk.line_range.end_line)
        .member("record", record_text(*record));
    write_list(out, "directories", directories_of(path));
    if (record->chunk.dense) out.member("embedding", postgres_vector(*record->chunk.dense));
    if (record->chunk.sparse) {
      std::vector<std::int32_t> terms;
      for (const auto term : record->chunk.sparse->ids) terms.push_back(postgres_term(term));
      out.key("terms").raw(listed(std::span<const std::int32_t>(terms), '[', ']'));
      out.key("weights").raw(postgres_vector(record->chunk.sparse->weights));
    }
    out.end_object();
  }
  out.end_array();
  return out.take();
}

}  // namespace codeweaver::remote
