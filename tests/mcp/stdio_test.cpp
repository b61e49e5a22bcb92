// The stdio transport: lines, cancellation, slow and dead clients.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/stdio.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include "base/os/descriptor.hpp"
#include "client.hpp"

namespace codeweaver::mcp {
namespace {

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    read = os::Descriptor(ends[0]);
    write = os::Descriptor(ends[1]);
  }
  os::Descriptor read, write;
};

/// A server on two pipes, in a thread of its own.
class Host {
 public:
  explicit Host(const Server& server, StdioOptions options = {}) {
    options.input = in_.read.get();
    options.output = out_.write.get();
    thread_ = std::jthread([this, server, options] {
      serve_stdio(server, options);
      out_.write.close();
    });
  }
  ~Host() { close_input(); }

  void give(std::string text) {
    text += '\n';
    std::string_view rest = text;
    while (!rest.empty()) {
      const auto count = ::write(in_.write.get(), rest.data(), rest.size());
      REQUIRE(count > 0);
      rest.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  void give_raw(std::string_view text) {
    REQUIRE(::write(in_.write.get(), text.data(), text.size()) ==
            static_cast<ssize_t>(text.size()));
  }
  void close_input() { in_.write.close(); }
  void close_output() { out_.read.close(); }
  /// The next message; null at the end.
  json::Value next() {
    std::array<char, 4096> buffer;
    while (read_.find('\n') == std::string::npos) {
      const auto count = ::read(out_.read.get(), buffer.data(), buffer.size());
      if (count <= 0) return {};
      read_.append(buffer.data(), static_cast<std::size_t>(count));
    }
    const auto end = read_.find('\n');
    auto message = parsed(std::string_view(read_).substr(0, end));
    read_.erase(0, end + 1);
    return message;
  }
  void join() { thread_.join(); }

 private:
  Pipe in_, out_;
  std::string read_;
  std::jthread thread_;
};

/// Waits until it is cancelled.
Tool waiting_tool(std::atomic<bool>& started, std::atomic<bool>& stopped) {
  Tool slow;
  slow.name = "slow";
  slow.call = [&](const json::Value&, const RequestContext& context) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    started = true;
    started.notify_all();
    wake.wait(lock, context.stop(), [] { return false; });
    stopped = true;
    stopped.notify_all();
    return ToolResult{"late", std::nullopt, false};
  };
  return slow;
}

Server empty_server() {
  return Server({"test", "Test", "1", ""});
}

TEST_CASE("mcp stdio: one JSON message a line, bad lines are answered, the end of input ends it") {
  Host host(empty_server(), {.max_message_bytes = 200});
  host.give_raw("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n\nnot json\n");
  CHECK(at(host.next(), {"id"}) == json::Value(1));
  CHECK(error_code(host.next()) == kParseError);
  host.give(std::string(300'000, 'x'));
  CHECK(error_code(host.next()) == kParseError);
  host.give("\xff\xfe{}");
  CHECK(error_code(host.next()) == kParseError);
  // Some programs begin a text with a byte order mark.
  host.give("\xEF\xBB\xBF{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}");
  const auto marked = host.next();
  CHECK(at(marked, {"id"}) == json::Value(7));
  CHECK(marked.find("result") != nullptr);
  host.give("\xEF\xBB\xBF{\"jsonrpc\":\"2.0\",\"id\":8,}");
  CHECK(at(host.next(), {"id"}) == json::Value(8));
  host.give_raw("{\"jsonrpc\":\"2.0\",");
  host.give_raw("\"id\":2,\"method\":\"ping\"}");  // no end of line
  host.close_input();
  CHECK(at(host.next(), {"id"}) == json::Value(2));
  CHECK(host.next().is_null());
}

TEST_CASE("mcp stdio: half of a surrogate pair, and a byte that is not UTF-8, are answered") {
  auto server = empty_server();
  Tool echo;
  echo.name = "echo";
  echo.call = [](const json::Value& arguments, const RequestContext&) {
    return ToolResult{*arguments.find("text")->if_string(), std::nullopt, false};
  };
  server.add(std::move(echo));
  Host host(server);
  const auto answer_to = [&](const std::string& text) {
    host.give(R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo",)"
              R"("arguments":{"text":")" +
              text + R"("}}})");
    const auto answer = host.next();
    CHECK(at(answer, {"id"}) == json::Value(3));
    return *at(item(at(answer, {"result", "content"}), 0), {"text"}).if_string();
  };
  CHECK(answer_to(R"(load \ud83d)") == "load \xEF\xBF\xBD");
  CHECK(answer_to("caf\xE9") == "caf\xEF\xBF\xBD");
}

TEST_CASE("mcp stdio: an error of parsing has the id of the request, where that can be read") {
  Host host(empty_server(), {.max_message_bytes = 300'000});
  const auto answer_to = [&](const std::string& line) {
    host.give(line);
    const auto answer = host.next();
    CHECK(error_code(answer) == kParseError);
    const auto* id = answer.find("id");
    return id == nullptr ? "none" : json::dump(*id);
  };
  CHECK(answer_to(R"({"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":nonsense}})") == "7");
  CHECK(answer_to(R"({"jsonrpc":"2.0","method":"ping","params":{"a":'x'},"id":"seven"})") ==
        R"("seven")");
  CHECK(answer_to(R"({"id":8,"method":"ping","params":)") == "8");
  CHECK(answer_to(R"({"id":9,"method":"ping","params":{"a":")" + std::string(400'000, 'x')) == "9");
  std::string zeros;
  for (int i = 0; i < 110'000; ++i) zeros += "0,";
  CHECK(answer_to(R"({"id":10,"method":"ping","params":{"a":[)" + zeros + "0]}}") == "10");
  CHECK(answer_to(R"({"id":11,"result":nonsense})") == "none");  // the id of a request of ours
  CHECK(answer_to(R"({"params":{"id":12},"method":nonsense})") == "none");
  CHECK(answer_to(R"({"id":{"a":1},"method":nonsense})") == "none");
}

TEST_CASE("mcp stdio: a running call hears its cancellation and sends no response") {
  std::atomic<bool> started = false, stopped = false;
  auto server = empty_server();
  server.add(waiting_tool(started, stopped));
  Host host(server);
  host.give(R"({"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"slow"}})");
  started.wait(false);
  host.give(R"({"jsonrpc":"2.0","id":10,"method":"ping"})");
  CHECK(at(host.next(), {"id"}) == json::Value(10));
  host.give(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}})");
  stopped.wait(false);
  host.give(R"({"jsonrpc":"2.0","id":11,"method":"ping"})");
  CHECK(at(host.next(), {"id"}) == json::Value(11));
  host.close_input();
  CHECK(host.next().is_null());
}

TEST_CASE("mcp stdio: the end of input stops what runs and what waits") {
  std::atomic<bool> started = false, stopped = false;
  auto server = empty_server();
  server.add(waiting_tool(started, stopped));
  Host host(server, {.workers = 1, .last_answers = std::chrono::milliseconds(10)});
  for (int id = 1; id <= 3; ++id)
    host.give(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
              R"(,"method":"tools/call","params":{"name":"slow"}})");
  started.wait(false);
  host.close_input();
  host.join();
  CHECK(stopped);
}

TEST_CASE("mcp stdio: what was piped in is answered, though the input has ended") {
  std::atomic<bool> goes_on = false;
  Tool slow;
  slow.name = "slow";
  slow.call = [&](const json::Value&, const RequestContext&) {
    goes_on.wait(false);
    return ToolResult{"found", std::nullopt, false};
  };
  auto server = empty_server();
  server.add(std::move(slow));
  Host host(server, {.workers = 1, .last_answers = std::chrono::minutes(5)});
  for (int id = 1; id <= 2; ++id)
    host.give(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
              R"(,"method":"tools/call","params":{"name":"slow"}})");
  host.close_input();
  goes_on = true;
  goes_on.notify_all();
  CHECK(at(host.next(), {"id"}) == json::Value(1));
  CHECK(at(host.next(), {"id"}) == json::Value(2));
  CHECK(host.next().is_null());
}

TEST_CASE("mcp stdio: a client that stops reading is noticed, and blocks nobody") {
  auto server = empty_server();
  Host host(server);
  host.give(
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})");
  host.give(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  host.give(R"({"jsonrpc":"2.0","id":2,"method":"ping"})");
  for (int id = 1; id <= 2; ++id) CHECK(at(host.next(), {"id"}) == json::Value(id));
  // More than a pipe holds: telling returns all the same.
  for (int i = 0; i < 4000; ++i) server.add(Tool{.name = "t"});
  host.close_output();
  host.join();  // writing fails, which ends it with the input still open
}

TEST_CASE(
    "mcp stdio: lines of random bytes are answered or passed over, and the next one is heard") {
  Host host(empty_server());
  std::mt19937 random(5);
  const std::string_view valid = R"({"jsonrpc":"2.0","id":"x","method":"ping"})";
  for (int id = 1; id <= 200; ++id) {
    std::string line(valid);
    for (auto i = random() % 5; i > 0; --i)
      line[random() % line.size()] = static_cast<char>(random() % 256);
    std::replace(line.begin(), line.end(), '\n', ' ');
    host.give(line);
    host.give(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"ping"})");
    json::Value reply;
    do {
      reply = host.next();
      CHECK(text_of(reply.find("jsonrpc")) == "2.0");
    } while (reply.find("id") == nullptr || *reply.find("id") != json::Value(id));
  }
}

TEST_CASE("mcp stdio: a slow client gets every answer, and what it sends waits meanwhile") {
  auto server = empty_server();
  Tool large;
  large.name = "large";
  large.call = [](const json::Value&, const RequestContext&) {
    return ToolResult{std::string(1U << 20, 'x'), std::nullopt, false};
  };
  server.add(large);
  Host host(server);
  constexpr int kCalls = 60;  // more than the backlog holds
  for (int id = 1; id <= kCalls; ++id)
    host.give(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
              R"(,"method":"tools/call","params":{"name":"large"}})");
  std::set<std::int64_t> answered;
  for (int i = 0; i < kCalls; ++i) answered.insert(*at(host.next(), {"id"}).if_integer());
  CHECK(answered.size() == kCalls);
}

TEST_CASE("mcp stdio: it ends with the process that started it, though the input stays open") {
  Pipe in, out, go;
  const auto server = empty_server();
  const pid_t starter = fork();
  REQUIRE(starter >= 0);
  if (starter == 0) {
    go.write.close();
    if (fork() == 0) {
      go.read.close();
      serve_stdio(server, {.input = in.read.get(), .output = out.write.get()});
      _exit(0);
    }
    char byte = 0;
    [[maybe_unused]] const auto count = ::read(go.read.get(), &byte, 1);  // until the test says so
    _exit(0);
  }
  out.write.close();
  const std::string_view ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
  REQUIRE(::write(in.write.get(), ping.data(), ping.size()) == static_cast<ssize_t>(ping.size()));
  char byte = 0;
  while (byte != '\n') REQUIRE(::read(out.read.get(), &byte, 1) == 1);  // it serves
  go.write.close();
  REQUIRE(waitpid(starter, nullptr, 0) == starter);
  CHECK(::read(out.read.get(), &byte, 1) == 0);  // all who could write are gone
}

}  // namespace
}  // namespace codeweaver::mcp
