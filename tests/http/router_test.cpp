// Tests of path templates: matching, and rejected templates.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/router.hpp"

#include <doctest/doctest.h>

namespace codeweaver::http {
namespace {

Route bare(std::string method, std::string pattern) {
  Route route;
  route.method = std::move(method);
  route.pattern = std::move(pattern);
  route.handler = [](const std::shared_ptr<Exchange>&) {};
  return route;
}

Router router_of(const std::vector<std::pair<std::string, std::string>>& routes) {
  std::vector<Route> made;
  for (const auto& [method, pattern] : routes) made.push_back(bare(method, pattern));
  auto router = Router::make(std::move(made));
  REQUIRE(router.has_value());
  return *std::move(router);
}

TEST_CASE("router: texts are preferred to names, names to rests, whatever came first") {
  const Router router = router_of({{"GET", "/files/{+path}"},
                                   {"GET", "/files/{id}"},
                                   {"GET", "/files/list"},
                                   {"GET", "/files/{id}/text"},
                                   {"GET", "/"},
                                   {"GET", "/health"},
                                   {"GET", "/health/"}});
  const struct {
    std::string_view path, pattern;
  } cases[] = {
      {"/files/list", "/files/list"},
      {"/files/7", "/files/{id}"},
      {"/files/7/text", "/files/{id}/text"},
      {"/files/7/more", "/files/{+path}"},
      {"/files/list/x", "/files/{+path}"},
      {"/", "/"},
      {"/health", "/health"},
      {"/health/", "/health/"},
  };
  for (const auto& [path, pattern] : cases) {
    CAPTURE(path);
    const auto match = router.find("GET", path);
    REQUIRE(match.route);
    CHECK(match.route->pattern == pattern);
  }
  for (const std::string_view path : {"/files", "/files/", "/file", "/health/x", "/list"}) {
    CAPTURE(path);
    const auto match = router.find("GET", path);
    CHECK_FALSE(match.route);
    CHECK(match.allow.empty());
  }
  const auto rest = router.find("GET", "/files/a/b c");
  CHECK(rest.values == PathValues{{"path", "a/b c"}});
}

TEST_CASE("router: the methods of a path are told") {
  const Router router = router_of(
      {{"POST", "/a/{id}"}, {"GET", "/a/{id}"}, {"DELETE", "/a/x"}, {"PUT", "/a/{+rest}"}});
  CHECK(router.find("PATCH", "/a/x").allow == "DELETE, GET, HEAD, POST, PUT");
  CHECK(router.find("DELETE", "/a/y").allow == "GET, HEAD, POST, PUT");
  CHECK(router.find("GET", "/a/x").route->pattern == "/a/{id}");
  CHECK(router.find("HEAD", "/a/x").route->method == "GET");
  CHECK(router.find("GET", "/a/y/z").allow == "PUT");
}

TEST_CASE("router: bad routes are named") {
  for (const std::string_view pattern :
       {"", "a", "/{", "/{}", "/{+}", "/{+a}/b", "/a{b}", "/{a}b", "/a}"}) {
    CAPTURE(pattern);
    std::vector<Route> routes;
    routes.push_back(bare("GET", std::string(pattern)));
    const auto router = Router::make(std::move(routes));
    REQUIRE_FALSE(router.has_value());
    CHECK(router.error().code == "INVALID_ROUTE");
    CHECK(router.error().cause.find(pattern) != std::string::npos);
  }
  std::vector<Route> same;
  same.push_back(bare("GET", "/a/{id}"));
  same.push_back(bare("GET", "/b"));
  same.push_back(bare("GET", "/a/{name}"));
  CHECK(Router::make(std::move(same)).error().cause.find("'/a/{id}'") != std::string::npos);
  std::vector<Route> odd;
  odd.push_back(bare("get", "/a"));
  CHECK_FALSE(Router::make(std::move(odd)).has_value());
}

}  // namespace
}  // namespace codeweaver::http
