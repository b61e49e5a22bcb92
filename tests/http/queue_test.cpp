// Tests of requests that wait for a worker, and of clients that do not wait.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <string_view>
#include <vector>

#include "http/http_server.hpp"
#include "http/live_server.hpp"

namespace codeweaver::http {
namespace {

/// "GET /block" holds the only worker until it is released; "GET /count" counts, and "GET /hasty",
/// which waits for 20 ms at most.
struct BusyServer {
  explicit BusyServer(ServerOptions options = {}) : server(routes(), one_worker(options)) {
    blocker.request("GET", "/block");
    REQUIRE(blocked.wait());
  }
  ~BusyServer() { release.set(); }

  static ServerOptions one_worker(ServerOptions options) {
    options.workers = 1;
    return options;
  }
  std::vector<Route> routes() {
    std::vector<Route> made = plain_routes();
    made.push_back(route("GET", "/block", [this](const std::shared_ptr<Exchange>& exchange) {
      blocked.set();
      release.wait();
      exchange->respond(text_response(200, "released"));
    }));
    made.back().timeout = std::chrono::milliseconds(0);
    const Handler count = [this](const std::shared_ptr<Exchange>& exchange) {
      ++counted;
      exchange->respond(text_response(200, "counted"));
    };
    made.push_back(route("GET", "/count", count));
    made.push_back(route("GET", "/hasty", count));
    made.back().timeout = std::chrono::milliseconds(20);
    return made;
  }

  Signal blocked;
  Signal release;
  std::atomic<int> counted = 0;
  LiveServer server;
  Client blocker{server};
};

TEST_CASE("queue: a request whose client goes while it waits never reaches its handler") {
  BusyServer busy;
  std::vector<Client> clients;
  for (int i = 0; i < 24; ++i) {
    clients.emplace_back(busy.server);
    clients.back().request("GET", "/count");
  }
  Client patient(busy.server);
  patient.request("GET", "/count");
  for (std::size_t i = 0; i < clients.size(); ++i) {
    if (i % 3 == 0) clients[i].close();
    if (i % 3 == 1) clients[i].reset();
    if (i % 3 == 2) clients[i].end_sending();
  }
  for (const AccessRecord& record : busy.server.records(clients.size())) {
    CHECK(record.status == 0);
  }
  for (std::size_t i = 2; i < clients.size(); i += 3) CHECK(clients[i].is_closed());
  CHECK(busy.counted == 0);
  busy.release.set();
  CHECK(busy.blocker.read_reply().body == "released");
  CHECK(patient.read_reply().body == "counted");
  CHECK(busy.counted == 1);
}

TEST_CASE("queue: the places of clients that went are free again") {
  ServerOptions options;
  options.max_queued_requests = 2;
  BusyServer busy(options);
  std::vector<Client> clients;
  for (int i = 0; i < 3; ++i) {
    clients.emplace_back(busy.server);
    clients.back().request("GET", "/count");
  }
  CHECK(busy.server.records(1).at(0).status == 503);  // one too many; the others have their places
  clients.clear();
  CHECK(busy.server.records(3).at(2).status == 0);
  Client next(busy.server);
  next.request("GET", "/count");
  busy.release.set();
  CHECK(next.read_reply().body == "counted");
  CHECK(busy.counted == 1);
}

TEST_CASE("queue: a request that waited too long never reaches its handler") {
  BusyServer busy;
  Client client(busy.server);
  client.request("GET", "/hasty");
  CHECK(client.read_reply().status == 503);
  Client next(busy.server);
  next.request("GET", "/hello");
  busy.release.set();
  CHECK(next.read_reply().body == "hello");
  CHECK(busy.counted == 0);
}

TEST_CASE("queue: a client that closes its side is answered while a worker is free") {
  constexpr int kClients = 50;
  ServerOptions options;
  options.workers = kClients;
  LiveServer server(plain_routes(), options);
  for (int i = 0; i < kClients; ++i) {
    Client client(server);
    client.request("GET", "/hello");
    client.end_sending();
    CHECK(client.read_reply().body == "hello");
  }
}

}  // namespace
}  // namespace codeweaver::http
