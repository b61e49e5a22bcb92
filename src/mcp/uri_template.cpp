// URI templates: the part of RFC 6570 that resource templates use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/uri_template.hpp"

#include "base/percent.hpp"

namespace codeweaver::mcp {
namespace {

struct Variable {
  std::string name;
  bool takes_slashes = false;
};

/// Literal texts and variables in turn: literals[0] variables[0] literals[1] ...
struct Parts {
  std::vector<std::string> literals{{}};
  std::vector<Variable> variables;
};

Parts parts_of(std::string_view uri_template) {
  Parts out;
  while (!uri_template.empty()) {
    const auto open = uri_template.find('{');
    const auto close = uri_template.find('}', open);
    out.literals.back() += uri_template.substr(0, close == std::string_view::npos ? close : open);
    if (open == std::string_view::npos || close == std::string_view::npos) break;
    auto name = uri_template.substr(open + 1, close - open - 1);
    const bool takes_slashes = name.starts_with('+');
    if (takes_slashes) name.remove_prefix(1);
    out.variables.push_back({std::string(name), takes_slashes});
    out.literals.emplace_back();
    uri_template.remove_prefix(close + 1);
  }
  return out;
}

/// Tries the shortest values first and backtracks if the rest does not match. Templates have few
/// variables.
bool match_from(const Parts& parts, std::size_t index, std::string_view rest, UriVariables& found) {
  const auto& literal = parts.literals[index];
  if (!rest.starts_with(literal)) return false;
  rest.remove_prefix(literal.size());
  if (index == parts.variables.size()) return rest.empty();
  const auto& variable = parts.variables[index];
  const bool is_last = index + 1 == parts.variables.size();
  for (std::size_t length = 1; length <= rest.size(); ++length) {
    if (!variable.takes_slashes && rest[length - 1] == '/') return false;
    // After the last variable only the end of the template may remain.
    if (is_last && rest.size() - length > parts.literals[index + 1].size()) continue;
    if (!match_from(parts, index + 1, rest.substr(length), found)) continue;
    auto value = base::percent_decoded(rest.substr(0, length));
    if (!value || value->find('\0') != std::string::npos) return false;
    found[variable.name] = std::move(*value);
    return true;
  }
  return false;
}

}  // namespace

std::optional<UriVariables> match_uri(std::string_view uri_template, std::string_view uri) {
  UriVariables found;
  if (!match_from(parts_of(uri_template), 0, uri, found)) return std::nullopt;
  return found;
}

std::vector<std::string> variables_of(std::string_view uri_template) {
  std::vector<std::string> out;
  for (auto& variable : parts_of(uri_template).variables) out.push_back(std::move(variable.name));
  return out;
}

}  // namespace codeweaver::mcp
