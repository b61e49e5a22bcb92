// Compares headers with the body that they repeat.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/http_headers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "json/members.hpp"
#include "mcp/protocol.hpp"

namespace codeweaver::mcp {
namespace {

constexpr std::string_view kPrefix = "=?base64?";
constexpr std::string_view kSuffix = "?=";

/// Methods for which Mcp-Name repeats a member of params.
struct NamedMethod {
  std::string_view method, member;
};
constexpr std::array<NamedMethod, 6> kNamedMethods = {{{"tools/call", "name"},
                                                       {"prompts/get", "name"},
                                                       {"resources/read", "uri"},
                                                       {"tasks/get", "taskId"},
                                                       {"tasks/update", "taskId"},
                                                       {"tasks/cancel", "taskId"}}};

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/// Decodes base64 strictly: complete groups of four, padding only at the end, no unused bits.
std::optional<std::string> decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && !text.empty() && text.back() == '=') {
    text.remove_suffix(1);
    ++padding;
  }
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const int digit = base64_digit(c);
    if (digit < 0) return std::nullopt;
    bits = (bits << 6U) | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out.push_back(static_cast<char>((bits >> static_cast<unsigned>(count)) & 0xffU));
  }
  const bool is_clean = (bits & ((1U << static_cast<unsigned>(count)) - 1U)) == 0;
  return is_clean ? std::optional(std::move(out)) : std::nullopt;
}

bool is_header_character(char c) {
  return c == '\t' || (c >= ' ' && c <= '~');
}

std::string differs(std::string_view header, std::string_view given, std::string_view wanted) {
  return "Header mismatch: " + std::string(header) + " is '" + std::string(given) +
         "', the body has '" + std::string(wanted) + "'";
}

std::string missing(std::string_view header) {
  return "Header mismatch: " + std::string(header) + " is missing";
}

/// Whether a decoded header equals an argument. Numbers are compared as numbers.
bool says(const std::string& header, const json::Value& argument) {
  if (const auto* text = argument.if_string()) return header == *text;
  if (const auto* claim = argument.if_bool()) return header == (*claim ? "true" : "false");
  const auto number = argument.if_number();
  double given = 0;
  const char* const end = header.data() + header.size();
  const auto [stop, error] = std::from_chars(header.data(), end, given);
  return number && error == std::errc{} && stop == end && given == *number;
}

std::optional<std::string> check_parameter(const std::string& header, const json::Value* argument,
                                           const HeaderLookup& find) {
  const auto* given = find(header);
  const bool has_argument = argument != nullptr && !argument->is_null();
  if (given == nullptr) return has_argument ? std::optional(missing(header)) : std::nullopt;
  const auto decoded = decode_header_value(*given);
  if (!decoded) return "Header mismatch: " + header + " has an invalid value";
  if (has_argument && says(*decoded, *argument)) return std::nullopt;
  return "Header mismatch: " + header + " differs from the argument in the body";
}

}  // namespace

std::optional<std::string> decode_header_value(std::string_view value) {
  if (!std::all_of(value.begin(), value.end(), is_header_character)) return std::nullopt;
  if (value.size() < kPrefix.size() + kSuffix.size() || !value.starts_with(kPrefix) ||
      !value.ends_with(kSuffix))
    return std::string(value);
  value.remove_prefix(kPrefix.size());
  value.remove_suffix(kSuffix.size());
  return decode_base64(value);
}

std::optional<std::string> header_mismatch(const json::Value& message, const HeaderLookup& find) {
  const auto* params = message.find("params");
  const auto* version = find("MCP-Protocol-Version");
  const auto* in_body =
      json::text_in(params != nullptr ? params->find("_meta") : nullptr, kVersionKey);
  if (version == nullptr) return missing("MCP-Protocol-Version");
  if (in_body != nullptr && *version != *in_body)
    return differs("MCP-Protocol-Version", *version, *in_body);

  const auto* method = json::text_in(message, "method");
  const auto* method_header = find("Mcp-Method");
  if (method == nullptr) return std::nullopt;
  if (method_header == nullptr) return missing("Mcp-Method");
  if (*method_header != *method) return differs("Mcp-Method", *method_header, *method);

  const auto named = std::find_if(kNamedMethods.begin(), kNamedMethods.end(),
                                  [&](const NamedMethod& one) { return one.method == *method; });
  if (named == kNamedMethods.end()) return std::nullopt;
  const auto* name = json::text_in(params, named->member);
  const auto* name_header = find("Mcp-Name");
  if (name == nullptr) return std::nullopt;  // invalid params; the server reports that better
  if (name_header == nullptr) return missing("Mcp-Name");
  const auto decoded = decode_header_value(*name_header);
  if (!decoded) return "Header mismatch: Mcp-Name has an invalid value";
  return *decoded == *name ? std::nullopt : std::optional(differs("Mcp-Name", *decoded, *name));
}

std::optional<std::string> parameter_mismatch(const json::Value& arguments,
                                              const json::Value& input_schema,
                                              const HeaderLookup& find) {
  const auto* properties = input_schema.find("properties");
  if (properties == nullptr || !properties->is_object()) return std::nullopt;
  for (const auto& [name, schema] : *properties->if_object()) {
    const auto* argument = arguments.find(name);
    if (const auto* suffix = json::text_in(schema, "x-mcp-header"))
      if (auto wrong = check_parameter("Mcp-Param-" + *suffix, argument, find)) return wrong;
    static const json::Value kNothing = json::Object{};
    if (auto wrong = parameter_mismatch(argument != nullptr ? *argument : kNothing, schema, find))
      return wrong;
  }
  return std::nullopt;
}

}  // namespace codeweaver::mcp
