// Router: finds the handler of a request.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/exchange.hpp"
#include "http/http_message.hpp"

namespace codeweaver::http {

/// One method on the paths that match one pattern.
struct Route {
  std::string method;  ///< upper case; GET also answers HEAD
  /// Segments after '/'. Each is a text, {name} (one segment) or, only at the end, {+name} (one or
  /// more segments). A text takes precedence over {name}, and {name} over {+name}.
  std::string pattern;
  Handler handler;
  bool streams_body = false;  ///< the handler reads it with Exchange::read_body()
  bool needs_token = true;    ///< false: also answered without the server's bearer token
  /// The handler runs on the server's thread, so it answers even if all workers are busy. It must
  /// not block or take long.
  bool is_instant = false;
  std::optional<std::uint64_t> max_body_bytes{};       ///< unset: the server's limit
  std::optional<std::chrono::milliseconds> timeout{};  ///< unset: the server's limit; 0: none
};

using PathValues = std::vector<std::pair<std::string, std::string>>;

/// Thread safety: immutable.
class Router {
 public:
  /// Errors: kInvalidArgument INVALID_ROUTE (a bad pattern, a method that HTTP does not have, no
  /// handler, or two routes for the same requests); the cause names the route.
  static Result<Router> make(std::vector<Route> routes);

  struct Match {
    std::shared_ptr<const Route> route;  ///< null: no route for this method and path
    PathValues values;
    std::string allow;  ///< if `route` is null: the methods of the path; empty: no such path
  };
  /// `path` as Request::path.
  Match find(std::string_view method, std::string_view path) const;

 private:
  enum class Kind { kText, kOne, kRest };
  struct Segment {
    Kind kind;
    std::string text;  ///< the text or the name
  };
  struct Entry {
    std::shared_ptr<const Route> route;
    std::vector<Segment> segments;
  };
  static Result<std::vector<Segment>> parse(const Route& route);
  static bool matches(const Entry& entry, std::string_view path, PathValues& values);

  std::vector<Entry> entries_;  ///< by precedence
};

}  // namespace codeweaver::http
