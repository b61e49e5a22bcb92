// MCP server and stdio transport: both eras, errors, cancellation, progress.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/server.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <sstream>
#include <streambuf>
#include <thread>

#include "json/writer.hpp"
#include "mcp/protocol.hpp"
#include "mcp/stdio.hpp"

namespace codeweaver::mcp {
namespace {

json::Value parsed(std::string_view text) {
  auto value = json::parse(text);
  REQUIRE(value);
  return *value;
}

Tool echo_tool() {
  Tool tool;
  tool.name = "echo";
  tool.title = "Echo";
  tool.description = "Says it back.";
  tool.input_schema = parsed(R"({"type":"object","properties":{
      "text":{"type":"string"},"times":{"type":"integer","minimum":1,"maximum":3},
      "mode":{"type":"string","enum":["loud","quiet"]},
      "tags":{"type":"array","items":{"type":"string"}}},
      "required":["text"],"additionalProperties":false})");
  tool.call = [](const json::Value& arguments, const CallContext& context) {
    context.progress(1, 2, "half");
    context.log("warning", "careful");
    context.log("debug", "detail");
    ToolResult result;
    result.text = *arguments.find("text")->if_string();
    result.structured = json::Object{{"text", result.text}};
    return result;
  };
  return tool;
}

Server make_server() {
  Server server({"test", "Test", "1.2.3", "Use echo."});
  server.add(echo_tool());
  return server;
}

struct Exchange {
  json::Value reply;
  std::vector<json::Value> notes;
};

Exchange ask(const Server& server, std::string_view request, Session* session = nullptr) {
  Exchange out;
  const RequestScope scope{
      session, [&](const json::Value& note) { out.notes.push_back(note); }, {}};
  auto reply = server.handle(parsed(request), scope);
  if (reply) out.reply = *reply;
  return out;
}

const json::Value& at(const json::Value& value, std::initializer_list<std::string_view> path) {
  const auto* current = &value;
  for (const auto key : path) {
    current = current->find(key);
    REQUIRE_MESSAGE(current != nullptr, json::dump(value));
  }
  return *current;
}

constexpr std::string_view kModernMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";

std::string modern(std::string_view method, std::string_view params = "") {
  return R"({"jsonrpc":"2.0","id":7,"method":")" + std::string(method) + R"(","params":{)" +
         std::string(params) + (params.empty() ? "" : ",") + std::string(kModernMeta) + "}}";
}

TEST_CASE("mcp: initialize answers the asked version, or the newest for an unknown one") {
  const auto server = make_server();
  for (const auto& [asked, answered] :
       {std::pair{"2025-11-25", "2025-11-25"}, std::pair{"2024-11-05", "2024-11-05"},
        std::pair{"1999-01-01", "2025-11-25"}}) {
    const auto reply =
        ask(server,
            R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":")" +
                std::string(asked) + R"("}})")
            .reply;
    CHECK(at(reply, {"result", "protocolVersion"}) == json::Value(answered));
    CHECK(at(reply, {"result", "serverInfo", "version"}) == json::Value("1.2.3"));
    CHECK(at(reply, {"result", "instructions"}) == json::Value("Use echo."));
  }
}

TEST_CASE("mcp: the stateless era is told by _meta, and its results say they are complete") {
  const auto server = make_server();
  const auto found = ask(server, modern("server/discover")).reply;
  CHECK(at(found, {"result", "resultType"}) == json::Value("complete"));
  CHECK(at(found, {"result", "supportedVersions"}).if_array()->front() ==
        json::Value("2026-07-28"));
  const auto list = ask(server, modern("tools/list")).reply;
  CHECK(at(list, {"result", "ttlMs"}).if_integer() != nullptr);
  CHECK(at(list, {"result", "_meta", "io.modelcontextprotocol/serverInfo", "name"}) ==
        json::Value("test"));
  // A client that goes back to initialize after a discover is served as well.
  const auto legacy = ask(
      server,
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})");
  CHECK(legacy.reply.find("error") == nullptr);
}

TEST_CASE("mcp: a version of the stateless era that we do not speak is refused with ours") {
  auto text = modern("tools/list");
  text.replace(text.find("2026-07-28"), 10, "2031-01-01");
  const auto reply = ask(make_server(), text).reply;
  CHECK(at(reply, {"error", "code"}) == json::Value(kUnsupportedVersion));
  CHECK(at(reply, {"error", "data", "requested"}) == json::Value("2031-01-01"));
  CHECK(at(reply, {"error", "data", "supported"}).if_array()->size() == 5);
}

TEST_CASE("mcp: a call returns text and structured content, progress and logs if asked") {
  const auto server = make_server();
  Session session;
  const auto plain = ask(
      server,
      R"({"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"},"_meta":{"progressToken":5}}})",
      &session);
  CHECK(at(plain.reply, {"id"}) == json::Value("a"));
  CHECK(at(plain.reply, {"result", "structuredContent", "text"}) == json::Value("hi"));
  CHECK(at(plain.reply, {"result", "isError"}) == json::Value(false));
  REQUIRE(plain.notes.size() == 2);
  CHECK(at(plain.notes[0], {"params", "progressToken"}) == json::Value(5));
  CHECK(at(plain.notes[1], {"params", "data"}) == json::Value("careful"));
  CHECK(
      ask(server, modern("tools/call", R"("name":"echo","arguments":{"text":"x"})")).notes.empty());
}

TEST_CASE("mcp: wrong arguments are tool errors that name what is allowed") {
  const auto server = make_server();
  for (const auto& [arguments, word] :
       {std::pair{R"({})", "\"text\" is missing"}, std::pair{R"({"text":3})", "type string"},
        std::pair{R"({"text":"a","txet":"b"})", "Unknown argument 'txet'"},
        std::pair{R"({"text":"a","times":9})", "at most 3"},
        std::pair{R"({"text":"a","mode":"shy"})", "loud"},
        std::pair{R"({"text":"a","tags":[1]})", "type string"}}) {
    CAPTURE(arguments);
    const auto reply =
        ask(server, modern("tools/call", R"("name":"echo","arguments":)" + std::string(arguments)))
            .reply;
    CHECK(at(reply, {"result", "isError"}) == json::Value(true));
    const auto text =
        *at(reply, {"result", "content"}).if_array()->front().find("text")->if_string();
    CHECK_MESSAGE(text.find(word) != std::string::npos, text);
  }
  const auto null_is_absent =
      ask(server, modern("tools/call", R"("name":"echo","arguments":{"text":"a","mode":null})"));
  CHECK(at(null_is_absent.reply, {"result", "isError"}) == json::Value(false));
}

TEST_CASE("mcp: protocol mistakes get JSON-RPC errors, notifications and responses none") {
  const auto server = make_server();
  struct Row {
    const char* text;
    int code;
  };
  for (const auto& [text, code] :
       {Row{R"([1])", kInvalidRequest}, Row{R"({"id":1,"method":"ping"})", kInvalidRequest},
        Row{R"({"jsonrpc":"2.0","id":{},"method":"ping"})", kInvalidRequest},
        Row{R"({"jsonrpc":"2.0","id":1,"method":4})", kInvalidRequest},
        Row{R"({"jsonrpc":"2.0","id":1,"method":"nope"})", kMethodNotFound},
        Row{R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[]})", kInvalidParams},
        Row{R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope"}})",
            kInvalidParams}}) {
    CAPTURE(text);
    CHECK(at(ask(server, text).reply, {"error", "code"}) == json::Value(code));
  }
  CHECK(ask(server, R"({"jsonrpc":"2.0","method":"notifications/initialized"})").reply.is_null());
  CHECK(ask(server, R"({"jsonrpc":"2.0","id":1,"result":{}})").reply.is_null());
}

std::vector<json::Value> lines_of(const std::string& text) {
  std::vector<json::Value> out;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) out.push_back(parsed(line));
  return out;
}

TEST_CASE("mcp stdio: one JSON message a line, bad lines are answered, the end of input ends it") {
  const auto server = make_server();
  std::istringstream input("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n\nnot json\n" +
                           std::string(300, 'x') +
                           "\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
  std::ostringstream output;
  serve_stdio(server, input, output, {.workers = 2, .max_message_bytes = 200});
  const auto replies = lines_of(output.str());
  REQUIRE(replies.size() == 4);
  CHECK(at(replies[0], {"id"}) == json::Value(1));
  CHECK(at(replies[1], {"error", "code"}) == json::Value(kParseError));
  CHECK(at(replies[2], {"error", "code"}) == json::Value(kParseError));
  CHECK(at(replies[3], {"id"}) == json::Value(2));
}

/// A stream whose lines are given one by one, when the test is ready for them.
class Feed : public std::streambuf {
 public:
  void give(std::string line) {
    {
      std::lock_guard lock(mutex_);
      pending_ += line + '\n';
    }
    wake_.notify_all();
  }
  void end() {
    {
      std::lock_guard lock(mutex_);
      is_ended_ = true;
    }
    wake_.notify_all();
  }

 protected:
  int_type underflow() override {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return is_ended_ || !pending_.empty(); });
    if (pending_.empty()) return traits_type::eof();
    current_ = std::move(pending_);
    pending_.clear();
    setg(current_.data(), current_.data(), current_.data() + current_.size());
    return traits_type::to_int_type(current_.front());
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  std::string pending_, current_;
  bool is_ended_ = false;
};

TEST_CASE("mcp stdio: a running call hears its cancellation and sends no response") {
  std::atomic<bool> started = false, stopped = false;
  Server server({"test", "Test", "1", ""});
  Tool slow;
  slow.name = "slow";
  slow.input_schema = parsed(R"({"type":"object","properties":{}})");
  slow.call = [&](const json::Value&, const CallContext& context) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    started = true;
    started.notify_all();
    wake.wait(lock, context.stop, [] { return false; });  // until cancelled
    stopped = true;
    return ToolResult{"late", std::nullopt, false};
  };
  server.add(slow);
  Feed feed;
  std::istream input(&feed);
  std::ostringstream output;
  std::jthread thread([&] { serve_stdio(server, input, output); });
  feed.give(R"({"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"slow"}})");
  started.wait(false);
  feed.give(R"({"jsonrpc":"2.0","id":10,"method":"ping"})");
  feed.give(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}})");
  feed.end();
  thread.join();
  CHECK(stopped);
  const auto replies = lines_of(output.str());
  REQUIRE(replies.size() == 1);
  CHECK(at(replies[0], {"id"}) == json::Value(10));
}

}  // namespace
}  // namespace codeweaver::mcp
