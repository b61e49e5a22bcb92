// Router: parses patterns once and tries them by precedence.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/router.hpp"

#include <algorithm>
#include <array>

#include "base/try.hpp"

namespace codeweaver::http {
namespace {

constexpr std::array<std::string_view, 7> kMethods = {"GET",   "HEAD",   "POST",   "PUT",
                                                      "PATCH", "DELETE", "OPTIONS"};

Error invalid_route(const Route& route, std::string_view why) {
  return {ErrorCategory::kInvalidArgument, "INVALID_ROUTE",
          "Route '" + route.method + " " + route.pattern + "': " + std::string(why), "",
          "Correct the route."};
}

bool answers(const Route& route, std::string_view method) {
  return route.method == method || (method == "HEAD" && route.method == "GET");
}

/// Removes and returns the first segment of a path that begins with '/'.
std::string_view next_segment(std::string_view& path) {
  const std::size_t end = std::min(path.find('/', 1), path.size());
  const std::string_view segment = path.substr(1, end - 1);
  path.remove_prefix(end);
  return segment;
}

}  // namespace

Result<std::vector<Router::Segment>> Router::parse(const Route& route) {
  std::string_view rest = route.pattern;
  if (rest.empty() || rest.front() != '/') return invalid_route(route, "must begin with '/'");
  std::vector<Segment> segments;
  while (!rest.empty()) {
    std::string_view text = next_segment(rest);
    if (!text.starts_with('{')) {
      if (text.find_first_of("{}") != std::string_view::npos) {
        return invalid_route(route, "a name in braces must be a whole segment");
      }
      segments.push_back({Kind::kText, std::string(text)});
      continue;
    }
    const Kind kind = text.starts_with("{+") ? Kind::kRest : Kind::kOne;
    text.remove_prefix(kind == Kind::kRest ? 2 : 1);
    if (text.size() < 2 || text.back() != '}')
      return invalid_route(route, "a brace has no counterpart");
    if (kind == Kind::kRest && !rest.empty()) {
      return invalid_route(route, "{+name} must be the last segment");
    }
    segments.push_back({kind, std::string(text.substr(0, text.size() - 1))});
  }
  return segments;
}

Result<Router> Router::make(std::vector<Route> routes) {
  Router router;
  for (Route& route : routes) {
    CODEWEAVER_ASSIGN(auto segments, parse(route));
    if (std::find(kMethods.begin(), kMethods.end(), route.method) == kMethods.end()) {
      return invalid_route(route, "the method is unknown");
    }
    if (!route.handler) return invalid_route(route, "has no handler");
    router.entries_.push_back({std::make_shared<const Route>(std::move(route)), segments});
  }
  const auto less = [](const Segment& a, const Segment& b) {
    if (a.kind != b.kind) return a.kind < b.kind;
    return a.kind == Kind::kText && a.text < b.text;
  };
  const auto before = [&](const Entry& a, const Entry& b) {
    return std::lexicographical_compare(a.segments.begin(), a.segments.end(), b.segments.begin(),
                                        b.segments.end(), less);
  };
  std::stable_sort(router.entries_.begin(), router.entries_.end(), before);
  for (std::size_t i = 0; i < router.entries_.size(); ++i) {
    for (std::size_t j = i + 1; j < router.entries_.size(); ++j) {
      const Entry& a = router.entries_[i];
      const Entry& b = router.entries_[j];
      if (before(a, b)) break;  // sorted: no later route has the same paths
      if (a.route->method == b.route->method) {
        return invalid_route(*b.route, "has the same requests as '" + a.route->pattern + "'");
      }
    }
  }
  return router;
}

bool Router::matches(const Entry& entry, std::string_view path, PathValues& values) {
  values.clear();
  for (const Segment& segment : entry.segments) {
    if (path.empty()) return false;
    if (segment.kind == Kind::kRest) {
      if (path.size() < 2) return false;
      values.emplace_back(segment.text, path.substr(1));
      return true;
    }
    const std::string_view text = next_segment(path);
    if (segment.kind == Kind::kText && text != segment.text) return false;
    if (segment.kind == Kind::kOne) {
      if (text.empty()) return false;
      values.emplace_back(segment.text, text);
    }
  }
  return path.empty();
}

Router::Match Router::find(std::string_view method, std::string_view path) const {
  Match match;
  std::vector<std::string_view> allowed;
  const auto allow = [&](std::string_view name) {
    if (std::find(allowed.begin(), allowed.end(), name) == allowed.end()) allowed.push_back(name);
  };
  for (const Entry& entry : entries_) {
    if (!matches(entry, path, match.values)) continue;
    if (answers(*entry.route, method)) {
      match.route = entry.route;
      return match;
    }
    allow(entry.route->method);
    if (entry.route->method == "GET") allow("HEAD");
  }
  match.values.clear();
  std::sort(allowed.begin(), allowed.end());
  for (const std::string_view name : allowed) {
    if (!match.allow.empty()) match.allow += ", ";
    match.allow += name;
  }
  return match;
}

}  // namespace codeweaver::http
