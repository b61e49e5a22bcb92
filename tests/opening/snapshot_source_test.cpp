// Tests of sources of snapshots: files and stores, local and over HTTP.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "opening/snapshot_source.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "base/temporary_folder.hpp"
#include "net/fakes.hpp"

namespace codeweaver::opening {
namespace {

using test::reply;
using test::ScriptedTransport;

struct Fetcher {
  explicit Fetcher(std::vector<net::Exchange> script)
      : transport(std::make_shared<ScriptedTransport>(std::move(script))) {}
  Result<SnapshotBytes> fetch(std::string place, std::vector<std::string> names = {},
                              std::string token = {}) const {
    return fetch_snapshot({std::move(place), std::move(names), {}, std::move(token)}, {},
                          transport);
  }
  std::shared_ptr<ScriptedTransport> transport;
};

TEST_CASE("snapshot source: a path, a file address and a folder with names are read") {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "b c.cwsnap") << "bytes";
  const auto read = [&](const std::string& place, std::vector<std::string> names = {}) {
    return fetch_snapshot({place, std::move(names), folder.path(), {}});
  };
  CHECK(read("b c.cwsnap")->bytes == "bytes");
  CHECK(read("file://" + (folder / "b%20c.cwsnap").string())->bytes == "bytes");
  CHECK(read(".", {"a.cwsnap", "b c.cwsnap"})->bytes == "bytes");
  const auto absent = read(".", {"a.cwsnap"});
  CHECK(absent.error().code == "SNAPSHOT_NOT_FOUND");
  CHECK(absent.error().cause.find("a.cwsnap") != std::string::npos);
  CHECK(read("absent").error().category == ErrorCategory::kNotFound);
}

TEST_CASE("snapshot source: of a store over HTTP the first name that is there is taken") {
  const Fetcher fetcher({reply(404), reply(403), reply(200, "bytes")});
  const auto got = fetcher.fetch("http://127.0.0.1:9/store/", {"a", "b", "c", "d"}, "t0ken");
  REQUIRE(got);
  CHECK(got->bytes == "bytes");
  CHECK(got->name == "http://127.0.0.1:9/store/c");
  const auto requests = fetcher.transport->requests();
  REQUIRE(requests.size() == 3);
  CHECK(requests[0].method == "GET");
  CHECK(requests[2].headers.at(0).value == "Bearer t0ken");
  CHECK(Fetcher({reply(404)}).fetch("http://127.0.0.1:9/store/", {"a", "b"}).error().code ==
        "SNAPSHOT_NOT_FOUND");
}

TEST_CASE("snapshot source: redirects are followed, without the token, and never to less safety") {
  const Fetcher fetcher({reply(302, "", {{"Location", "https://files.example/x?key=1"}}),
                         reply(307, "", {{"Location", "/y"}}), reply(200, "bytes")});
  REQUIRE(fetcher.fetch("https://store.example/s", {}, "t0ken"));
  const auto requests = fetcher.transport->requests();
  CHECK(requests[0].headers.size() == 1);
  CHECK(requests[1].headers.empty());
  CHECK(requests[2].url == "https://files.example/y");
  CHECK(Fetcher({reply(302, "", {{"Location", "http://files.example/x"}})})
            .fetch("https://store.example/s")
            .error()
            .code == "SNAPSHOT_UNREACHABLE");
  CHECK_FALSE(Fetcher({reply(302, "", {{"Location", "/s"}})}).fetch("https://store.example/s"));
  CHECK_FALSE(Fetcher({reply(302)}).fetch("https://store.example/s"));
}

TEST_CASE("snapshot source: what fails says where, without keys in the address") {
  for (const auto& exchange :
       {net::Exchange(reply(500)), net::Exchange(test::fault(net::FaultKind::kUnreachable))}) {
    const auto failed = Fetcher({exchange}).fetch("https://store.example/s?key=hidden");
    CHECK(failed.error().code == "SNAPSHOT_UNREACHABLE");
    CHECK(failed.error().cause.find("https://store.example/s") != std::string::npos);
    CHECK(failed.error().message().find("hidden") == std::string::npos);
  }
  CHECK(Fetcher({reply(200)}).fetch("https://user:pass@store.example/s").error().code ==
        "INVALID_URL");
}

}  // namespace
}  // namespace codeweaver::opening
