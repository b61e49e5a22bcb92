// The web page: content types, caching, and a policy that lets it load only its own files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/web/page.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "base/ascii.hpp"
#include "service/api/api_route.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kIndex = "index.html";

/// Shown if the program was built without the page. It has no styles because of the same policy.
constexpr std::string_view kNoPage =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>codeweaver</title>"
    "<h1>codeweaver</h1><p>The server runs, but this build has no web page: npm was missing or "
    "could not download the packages of the page. Install npm and build again.</p>"
    "<p>See <a href=\"/api/v1/openapi.json\">the description of the API</a> and "
    "<a href=\"/health\">the health of the service</a>.</p></html>\n";

constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'";

std::string_view content_type(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kTypes = {
      {{".html", "text/html; charset=utf-8"},
       {".txt", "text/plain; charset=utf-8"},
       {".js", "text/javascript; charset=utf-8"},
       {".css", "text/css; charset=utf-8"},
       {".svg", "image/svg+xml"},
       {".png", "image/png"},
       {".woff2", "font/woff2"}}};
  for (const auto& [suffix, type] : kTypes)
    if (path.ends_with(suffix)) return type;
  return "application/octet-stream";
}

/// Removes and returns the part of `list` before the next `mark`.
std::string_view next_item(std::string_view& list, char mark) {
  const auto end = std::min(list.find(mark), list.size());
  const auto item = list.substr(0, end);
  list.remove_prefix(std::min(end + 1, list.size()));
  return base::trimmed(item);
}

/// Whether the parameters of a coding contain "q=0", "q=0.0" and so on.
bool is_refused(std::string_view parameters) {
  while (!parameters.empty()) {
    auto value = next_item(parameters, ';');
    if (!value.starts_with("q=") && !value.starts_with("Q=")) continue;
    value.remove_prefix(2);
    return value.find_first_not_of("0.") == std::string_view::npos;
  }
  return false;
}

bool has_tag(std::string_view if_none_match, std::string_view tag) {
  while (!if_none_match.empty()) {
    auto given = next_item(if_none_match, ',');
    if (given.starts_with("W/")) given.remove_prefix(2);
    if (given == tag || given == "*") return true;
  }
  return false;
}

void add_page_headers(http::Response& response) {
  for (const auto& [name, value] : {std::pair{"Content-Security-Policy", kPolicy},
                                    {"Referrer-Policy", "no-referrer"},
                                    {"X-Frame-Options", "DENY"},
                                    {"Cross-Origin-Opener-Policy", "same-origin"},
                                    {"Cross-Origin-Resource-Policy", "same-origin"}})
    response.headers.push_back({name, std::string(value)});
}

http::Response page_without_files() {
  http::Response response;
  response.content_type = content_type(kIndex);
  response.static_body = kNoPage;
  response.headers.push_back({"Cache-Control", "no-store"});
  add_page_headers(response);
  return response;
}

Error no_such_file(std::string_view path) {
  return {ErrorCategory::kNotFound, "NOT_FOUND",
          "The page has no file '" + std::string(path.substr(0, 200)) + "'", "serving the page",
          "Reload the page; it may belong to another version of the server."};
}

http::Route route_of(std::string pattern, http::Handler handler) {
  http::Route route;
  route.method = "GET";
  route.pattern = std::move(pattern);
  route.handler = std::move(handler);
  route.needs_token = false;
  route.is_instant = true;
  return route;
}

}  // namespace

bool accepts_gzip(std::string_view accept_encoding) noexcept {
  while (!accept_encoding.empty()) {
    auto item = next_item(accept_encoding, ',');
    const auto coding = next_item(item, ';');
    if (http::equals_ignoring_case(coding, "gzip")) return !is_refused(item);
  }
  return false;
}

http::Response page_response(const PageFile& file, const http::Request& request) {
  const auto* const codings = request.header("Accept-Encoding");
  const bool is_packed = !file.gzip.empty() && codings != nullptr && accepts_gzip(*codings);
  const auto tag = '"' + std::string(file.hash) + (is_packed ? "-gzip\"" : "\"");
  http::Response response;
  response.headers = {{"ETag", tag}, {"Vary", "Accept-Encoding"}};
  // Files in assets/ have a hash in their names; browsers revalidate the page itself each time.
  response.headers.push_back({"Cache-Control", file.path.starts_with("assets/")
                                                   ? "public, max-age=31536000, immutable"
                                                   : "no-cache"});
  add_page_headers(response);
  const auto* const known = request.header("If-None-Match");
  if (known != nullptr && has_tag(*known, tag)) {
    response.status = 304;
    return response;
  }
  response.content_type = content_type(file.path);
  response.static_body = is_packed ? file.gzip : file.bytes;
  if (is_packed) response.headers.push_back({"Content-Encoding", "gzip"});
  return response;
}

std::vector<http::Route> page_routes(std::span<const PageFile> files) {
  const auto serve = [files](const std::shared_ptr<http::Exchange>& exchange,
                             std::string_view path) {
    const auto file = std::ranges::find(files, path, &PageFile::path);
    if (file != files.end()) return exchange->respond(page_response(*file, exchange->request()));
    exchange->respond(path == kIndex ? page_without_files() : error_response(no_such_file(path)));
  };
  std::vector<http::Route> routes;
  for (const auto& [path, name] :
       {std::pair<const char*, std::string_view>{"/", kIndex}, {"/licenses.txt", "licenses.txt"}})
    routes.push_back(route_of(path, [serve, name](const std::shared_ptr<http::Exchange>& exchange) {
      serve(exchange, name);
    }));
  routes.push_back(
      route_of("/assets/{name}", [serve](const std::shared_ptr<http::Exchange>& exchange) {
        serve(exchange, "assets/" + std::string(exchange->path_value("name")));
      }));
  return routes;
}

}  // namespace codeweaver::service
