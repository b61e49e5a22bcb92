// The headers of the CORS protocol.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/cors.hpp"

#include <algorithm>
#include <utility>

#include "http/guard.hpp"

namespace codeweaver::http {
namespace {

constexpr std::string_view kAllowedMethods = "GET, HEAD, POST, PUT, PATCH, DELETE";
constexpr std::string_view kSecondsToRemember = "600";

bool is_header_list(std::string_view text) {
  constexpr std::size_t kLongest = 4096;
  return text.size() <= kLongest && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                  c == '-' || c == '_' || c == ',' || c == ' ';
         });
}

}  // namespace

Cors::Cors(std::vector<std::string> origins, const std::vector<std::string>& exposed)
    : origins_(std::move(origins)) {
  for (const std::string& name : exposed) exposed_ += (exposed_.empty() ? "" : ", ") + name;
}

Result<std::string> Cors::normal_origin(std::string_view text) {
  std::string_view rest = text;
  while (rest.ends_with('/') && !rest.ends_with("://")) rest.remove_suffix(1);
  const std::size_t colon = rest.find("://");
  const auto host =
      colon == std::string_view::npos ? std::nullopt : parse_authority(rest.substr(colon + 3));
  if (!host || colon == 0) {
    return Error{ErrorCategory::kInvalidArgument, "INVALID_OPTION",
                 "'" + std::string(text) + "' is not an origin of web pages",
                 "reading the allowed origins",
                 "Give scheme and host, for example https://example.org."};
  }
  std::string scheme(rest.substr(0, colon));
  std::transform(scheme.begin(), scheme.end(), scheme.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  const bool is_v6 = host->host.find(':') != std::string::npos;
  std::string origin = scheme + "://" + (is_v6 ? "[" + host->host + "]" : host->host);
  const std::string_view implied = scheme == "http" ? "80" : scheme == "https" ? "443" : "";
  if (!host->port.empty() && host->port != implied) origin += ":" + host->port;
  return origin;
}

const std::string* Cors::allowed_origin(const std::vector<Header>& request) const {
  const std::string* origin = find_header(request, "origin");
  if (origin == nullptr) return nullptr;
  const auto normal = normal_origin(*origin);
  const bool is_allowed =
      normal && std::find(origins_.begin(), origins_.end(), *normal) != origins_.end();
  return is_allowed ? origin : nullptr;
}

std::vector<Header> Cors::answer_headers(const std::vector<Header>& request) const {
  if (origins_.empty()) return {};
  std::vector<Header> headers{{"Vary", "Origin"}};
  const std::string* origin = allowed_origin(request);
  if (origin == nullptr) return headers;
  headers.push_back({"Access-Control-Allow-Origin", *origin});
  if (!exposed_.empty()) headers.push_back({"Access-Control-Expose-Headers", exposed_});
  return headers;
}

std::optional<Response> Cors::preflight(std::string_view method,
                                        const std::vector<Header>& request) const {
  const bool asks = method == "OPTIONS" &&
                    find_header(request, "access-control-request-method") != nullptr &&
                    allowed_origin(request) != nullptr;
  if (!asks) return std::nullopt;
  Response response;
  response.status = 204;
  response.headers = {{"Access-Control-Allow-Methods", std::string(kAllowedMethods)},
                      {"Access-Control-Max-Age", std::string(kSecondsToRemember)}};
  const std::string* wanted = find_header(request, "access-control-request-headers");
  if (wanted != nullptr && is_header_list(*wanted)) {
    response.headers.push_back({"Access-Control-Allow-Headers", *wanted});
  }
  if (find_header(request, "access-control-request-private-network") != nullptr) {
    response.headers.push_back({"Access-Control-Allow-Private-Network", "true"});
  }
  return response;
}

}  // namespace codeweaver::http
