// Log records as lines of JSON or text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/log_line.hpp"

#include <algorithm>
#include <string_view>
#include <type_traits>
#include <variant>

#include "base/clock.hpp"
#include "base/json_text.hpp"

namespace codeweaver::base {
namespace {

void append_key(std::string& line, std::string_view key) {
  if (line.back() != '{') line += ',';
  append_json_string(line, key);
  line += ':';
}

void append_member(std::string& line, std::string_view key, std::string_view value) {
  if (value.empty()) return;
  append_key(line, key);
  append_json_string(line, value);
}

/// Formats text with `text_form`, numbers and booleans as JSON.
template <class TextForm>
void append_value(std::string& line, const LogField::Value& value, TextForm text_form) {
  std::visit(
      [&](const auto& v) {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::string>)
          text_form(line, v);
        else if constexpr (std::is_same_v<T, bool>)
          line += v ? "true" : "false";
        else
          append_json_number(line, v);
      },
      value);
}

std::string json_line(const LogRecord& record, std::string_view timestamp) {
  std::string line = "{";
  append_member(line, "timestamp", timestamp);
  append_member(line, "level", to_string(record.level));
  append_member(line, "component", record.component);
  append_member(line, "operation", record.operation);
  append_member(line, "message", record.message);
  if (record.duration_ms) {
    append_key(line, "duration_ms");
    append_json_number(line, *record.duration_ms);
  }
  append_member(line, "request_id", record.request_id);
  append_member(line, "project_id", record.project_id);
  append_member(line, "status", record.status);
  if (record.error) {
    append_key(line, "error");
    line += '{';
    append_member(line, "type", record.error->code);
    append_member(line, "category", to_string(record.error->category));
    append_member(line, "message", record.error->message());
    line += '}';
  }
  if (!record.context.empty()) {
    append_key(line, "context");
    line += '{';
    for (const LogField& field : record.context) {
      append_key(line, field.key);
      append_value(line, field.value, append_json_string);
    }
    line += '}';
  }
  return line + "}\n";
}

/// A single word without quotes, anything else with quotes.
void append_text_value(std::string& line, std::string_view value) {
  const bool is_word = !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
    return c > ' ' && c < 0x7F && c != '"' && c != '=' && c != '\\';
  });
  if (is_word)
    line += value;
  else
    append_json_string(line, value);
}

void append_pair(std::string& line, std::string_view key, std::string_view value) {
  if (value.empty()) return;
  line.append(" ").append(key).append("=");
  append_text_value(line, value);
}

std::string text_line(const LogRecord& record, std::string_view timestamp) {
  std::string line;
  line.append(timestamp).append(" ").append(to_string(record.level)).append(" ");
  append_json_escaped(line, record.component);
  line += ' ';
  append_json_escaped(line, record.operation);
  line += ':';
  if (!record.message.empty()) line += ' ';
  append_json_escaped(line, record.message);
  if (record.duration_ms) {
    line += " duration_ms=";
    append_json_number(line, *record.duration_ms);
  }
  append_pair(line, "request_id", record.request_id);
  append_pair(line, "project_id", record.project_id);
  append_pair(line, "status", record.status);
  if (record.error) {
    append_pair(line, "error", record.error->code);
    append_pair(line, "cause", record.error->message());
  }
  for (const LogField& field : record.context) {
    line += ' ';
    append_json_escaped(line, field.key);
    line += '=';
    append_value(line, field.value, append_text_value);
  }
  return line + "\n";
}

}  // namespace

std::string log_line(const LogRecord& record, std::chrono::system_clock::time_point time,
                     LogFormat format) {
  const std::string timestamp = iso8601(time);
  return format == LogFormat::kJson ? json_line(record, timestamp) : text_line(record, timestamp);
}

}  // namespace codeweaver::base
