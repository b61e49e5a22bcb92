// Percent-decoding, and the checks after it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/target.hpp"

#include <algorithm>
#include <utility>

#include "base/percent.hpp"
#include "base/try.hpp"
#include "base/utf8.hpp"
#include "http/http_message.hpp"

namespace codeweaver::http {
namespace {

Error bad_target(std::string cause) {
  return {ErrorCategory::kInvalidArgument, "BAD_REQUEST", std::move(cause),
          "reading the URL of the request", "Correct the URL."};
}

Result<std::string> decoded(std::string_view text) {
  auto out = base::percent_decoded(text);
  if (!out) return bad_target("A '%' is not followed by two hexadecimal digits");
  for (std::string_view rest = *out; !rest.empty();) {
    const base::Utf8Step step = base::utf8_step(rest);
    if (!step.is_valid) return bad_target("The URL is not UTF-8");
    rest.remove_prefix(step.length);
  }
  return std::move(*out);
}

/// Decodes form encoding, where '+' means a space.
Result<std::string> decoded_field(std::string text) {
  std::replace(text.begin(), text.end(), '+', ' ');
  return decoded(text);
}

bool is_control(char c) noexcept {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

Result<std::string> decoded_path(std::string_view raw) {
  auto path = decoded(raw);
  if (!path) return path;
  if (path->empty() || path->front() != '/') return bad_target("The path does not begin with '/'");
  if (std::any_of(path->begin(), path->end(), is_control)) {
    return bad_target("The path contains a control character");
  }
  std::string_view rest = *path;
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view segment = rest.substr(0, end);
    rest.remove_prefix(end);
    if (segment == "." || segment == ".." || (segment.empty() && !rest.empty())) {
      return bad_target("The path contains the segment '" + std::string(segment) + "'");
    }
  }
  return path;
}

Result<std::vector<std::pair<std::string, std::string>>> decoded_query(std::string_view raw) {
  std::vector<std::pair<std::string, std::string>> query;
  while (!raw.empty()) {
    const std::size_t end = std::min(raw.find('&'), raw.size());
    const std::string_view item = raw.substr(0, end);
    raw.remove_prefix(std::min(end + 1, raw.size()));
    if (item.empty()) continue;
    const std::size_t middle = std::min(item.find('='), item.size());
    CODEWEAVER_ASSIGN(auto key, decoded_field(std::string(item.substr(0, middle))));
    CODEWEAVER_ASSIGN(auto value,
                      decoded_field(std::string(item.substr(std::min(middle + 1, item.size())))));
    if (key.find('\0') != std::string::npos || value.find('\0') != std::string::npos) {
      return bad_target("The query contains a NUL character");
    }
    query.emplace_back(std::move(key), std::move(value));
  }
  return query;
}

}  // namespace

Result<Target> parse_target(std::string_view target) {
  Target parsed;
  const std::size_t scheme_end = target.find("://");
  if (!target.starts_with('/') && scheme_end != std::string_view::npos) {
    const std::string_view scheme = target.substr(0, scheme_end);
    if (!equals_ignoring_case(scheme, "http") && !equals_ignoring_case(scheme, "https")) {
      return bad_target("The scheme of the URL is neither http nor https");
    }
    target.remove_prefix(scheme_end + 3);
    const std::size_t end = std::min(target.find_first_of("/?"), target.size());
    parsed.authority = target.substr(0, end);
    if (parsed.authority.empty()) return bad_target("The URL has no host");
    target.remove_prefix(end);
  }
  if (target.find('#') != std::string_view::npos) return bad_target("The URL contains a fragment");
  const std::size_t question = std::min(target.find('?'), target.size());
  const bool is_bare = !parsed.authority.empty() && question == 0;  // http://host?query
  CODEWEAVER_ASSIGN(auto path,
                    decoded_path(is_bare ? std::string_view("/") : target.substr(0, question)));
  CODEWEAVER_ASSIGN(auto query,
                    decoded_query(target.substr(std::min(question + 1, target.size()))));
  parsed.path = std::move(path);
  parsed.query = std::move(query);
  return parsed;
}

}  // namespace codeweaver::http
