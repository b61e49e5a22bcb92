// The push contract: documents and streams, every bad input, replies.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "json/error_envelope.hpp"
#include "json/push_stream.hpp"
#include "json/push_types.hpp"
#include "json/random_value.hpp"
#include "json/writer.hpp"

namespace codeweaver::json {
namespace {

/// The item of the contract.
Value sample_item(const std::string& node_id = "func:src/auth.py:AuthService.login") {
  return Object{{"node_id", node_id},
                {"node_type", "function"},
                {"path", "src/auth.py"},
                {"language", "python"},
                {"content", "def login(self): ..."},
                {"range", Object{{"start_line", 10}, {"end_line", 42}}},
                {"source_audit", Object{{"git_commit", "abc123"},
                                        {"git_branch", "main"},
                                        {"git_dirty", false},
                                        {"captured_at", "2026-02-20T12:00:00Z"}}},
                {"symbol_meta", Object{{"module", "src.auth"}, {"qualname", "AuthService.login"}}}};
}

Value sample_envelope() {
  return Object{{"contract_version", "1.0"},
                {"project", "root"},
                {"source", "code-atlas"},
                {"batch_id", "atlas-batch-2026-02-20T12:00:00Z"}};
}

std::string document(Array items, Array deletions = {}) {
  Value batch = sample_envelope();
  batch.set("items", std::move(items));
  if (!deletions.empty()) batch.set("deletions", std::move(deletions));
  return dump(batch);
}

/// A source that gives `step` bytes at a time.
PushStream::Source source_of(std::string text, std::size_t step) {
  return [text = std::move(text), step,
          at = std::size_t{0}](std::span<char> buffer) mutable -> Result<std::size_t> {
    const auto size = std::min({step, buffer.size(), text.size() - at});
    std::memcpy(buffer.data(), text.data() + at, size);
    at += size;
    return size;
  };
}

struct Taken {
  std::vector<PushItem> items;
  std::vector<PushDeletion> deletions;
  std::vector<PushError> errors;
};

Taken take_all(PushStream stream) {
  Taken out;
  for (;;) {
    auto entry = stream.next();
    REQUIRE(entry);
    if (!*entry) return out;
    if (auto* item = std::get_if<PushItem>(&(*entry)->content)) out.items.push_back(*item);
    if (auto* gone = std::get_if<PushDeletion>(&(*entry)->content)) out.deletions.push_back(*gone);
    if (auto* error = std::get_if<PushError>(&(*entry)->content)) out.errors.push_back(*error);
  }
}

Taken take_text(const std::string& text, std::size_t step = 4096) {
  auto stream = PushStream::open(source_of(text, step));
  if (!stream) FAIL(stream.error().message());
  return take_all(std::move(*stream));
}

struct BadItem {
  const char* what;
  Value item;
  std::string message;  ///< part of it
};

std::vector<BadItem> bad_items() {
  const auto with = [](const char* key, Value value) {
    return sample_item().set(key, std::move(value));
  };
  const auto without = [](std::string_view key) {
    Value item = sample_item();
    std::erase_if(*item.if_object(), [&](const Member& member) { return member.key == key; });
    return item;
  };
  const auto lines = [&](int start, int end) {
    return with("range", Object{{"start_line", start}, {"end_line", end}});
  };
  const auto audit = [&](Value captured_at) {
    return with("source_audit", Object{{"captured_at", std::move(captured_at)}});
  };
  return {{"empty content", with("content", ""), "content is empty"},
          {"blank content", with("content", " \n\t\r\n"), "content is empty"},
          {"no content", without("content"), "content: is missing"},
          {"large content", with("content", std::string((1 << 20) + 1, 'x')), "content is longer"},
          {"NUL", with("content", std::string("a\0b", 3)), "NUL"},
          {"no node_id", without("node_id"), "node_id: is missing"},
          {"empty node_id", with("node_id", ""), "node_id is empty"},
          {"node_id of lines", with("node_id", "a\nb"), "control character"},
          {"long node_id", with("node_id", std::string(1025, 'x')), "node_id is longer"},
          {"number as node_id", with("node_id", 7), "node_id: expected a text, found integer"},
          {"no path", without("path"), "path: is missing"},
          {"empty path", with("path", ""), "path is empty"},
          {"absolute path", with("path", "/etc/passwd"), "path is absolute"},
          {"drive", with("path", "C:/Windows"), "path is absolute"},
          {"share", with("path", "\\\\host\\share"), "path is absolute"},
          {"escape", with("path", "../secret"), "path leaves the project"},
          {"inner escape", with("path", "src/../../secret"), "path leaves the project"},
          {"backslash escape", with("path", "src\\..\\secret"), "backslash"},
          {"dot", with("path", "./src"), "empty part or '.'"},
          {"double slash", with("path", "src//a"), "empty part"},
          {"folder", with("path", "src/"), "empty part"},
          {"inverted", lines(42, 10), "range is inverted"},
          {"line 0", lines(0, 10), "range is inverted or begins before line 1"},
          {"negative line", lines(-1, 10), "start_line: expected an integer from 0"},
          {"no range", without("range"), "range: is missing"},
          {"list as range", with("range", Array{10, 42}), "expected an object"},
          {"no audit", without("source_audit"), "source_audit: is missing"},
          {"no time", with("source_audit", Object{}), "captured_at: is missing"},
          {"no zone", audit("2026-02-20T12:00:00"), "captured_at is not an ISO 8601 time"},
          {"number as time", audit(1771588800), "captured_at: expected a text"},
          {"meta of numbers", with("symbol_meta", Object{{"a", 1}}), "symbol_meta"},
          {"no object", Value("item"), "expected an object"}};
}

}  // namespace

TEST_CASE("push: the example of the contract is read whole") {
  const auto batch = read_push_batch(document({sample_item()}));
  REQUIRE(batch);
  CHECK(batch->errors.empty());
  CHECK(batch->envelope.validate()->to_string() == "root/atlas_graph/code_atlas_provider");
  REQUIRE(batch->items.size() == 1);
  const auto& item = batch->items[0];
  CHECK(item.node_id == "func:src/auth.py:AuthService.login");
  CHECK(item.range == Span{10, 42});
  CHECK(item.source_audit == SourceAudit{"abc123", "main", false, "2026-02-20T12:00:00Z"});
  CHECK(item.symbol_meta.at("qualname") == "AuthService.login");
}

TEST_CASE("push: what is optional may be absent or null") {
  Value item = sample_item().set("language", nullptr).set("symbol_meta", nullptr);
  item.set("source_audit", Object{{"captured_at", "2026-02-20T12:00:00+02:00"},
                                  {"git_commit", nullptr},
                                  {"git_dirty", nullptr}});
  item.set("of_a_later_minor_version", Array{1, 2});
  const auto read = read_push_item(item);
  REQUIRE(read);
  CHECK(read->language.empty());
  CHECK_FALSE(read->source_audit.git_dirty.has_value());
}

TEST_CASE("push: a bad item is refused alone, with its id, place and reason") {
  for (const auto& [what, item, message] : bad_items()) {
    CAPTURE(what);
    const Array items = {sample_item("first"), item, sample_item("last")};
    const auto batch = read_push_batch(document(items));
    REQUIRE(batch);
    CHECK(batch->items.size() == 2);
    REQUIRE(batch->errors.size() == 1);
    const auto& error = batch->errors[0];
    CHECK(error.index == 1);
    CHECK(error.code == "VALIDATION_ERROR");
    CAPTURE(error.message);
    CHECK(error.message.find(message) != std::string::npos);
    const auto* id = item.find("node_id");
    CHECK(error.node_id.has_value() == (id != nullptr && id->is_string()));

    std::string lines = dump(sample_envelope()) + '\n';
    for (const auto& value : items) lines += dump(value) + '\n';
    const auto streamed = take_text(lines);
    CHECK(streamed.items == batch->items);
    CHECK(streamed.errors == batch->errors);
  }
}

TEST_CASE("push: of repeated node_ids the first one counts, deletions included") {
  const auto batch =
      read_push_batch(document({sample_item("a"), sample_item("b"), sample_item("a")},
                               {Object{{"node_id", "b"}}, Object{{"node_id", "c"}}, Object{}}));
  REQUIRE(batch);
  CHECK(batch->items.size() == 2);
  CHECK(batch->deletions == std::vector<PushDeletion>{{"c", ""}});
  REQUIRE(batch->errors.size() == 3);
  CHECK(batch->errors[0] ==
        PushError{"a", 2, "VALIDATION_ERROR", "node_id occurs twice in the batch"});
  CHECK(batch->errors[1].index == 3);
  CHECK(batch->errors[2].index == 5);
}

TEST_CASE("push: a bad envelope is refused as a whole") {
  const auto refused = [](Value envelope, std::string_view code, std::string_view cause) {
    const auto lines = dump(envelope) + '\n' + dump(sample_item()) + '\n';
    const auto stream = PushStream::open(source_of(lines, 7));
    envelope.set("items", Array{sample_item()});
    const auto batch = read_push_batch(dump(envelope));
    REQUIRE_FALSE(batch);
    REQUIRE_FALSE(stream);
    CAPTURE(batch.error().cause);
    CHECK(batch.error().code == code);
    CHECK(batch.error().cause.find(cause) != std::string::npos);
    CHECK(stream.error() == batch.error());
  };
  const auto with = [](const char* key, Value value) {
    return sample_envelope().set(key, std::move(value));
  };
  const auto without = [](std::string_view key) {
    Value value = sample_envelope();
    std::erase_if(*value.if_object(), [&](const Member& member) { return member.key == key; });
    return value;
  };
  refused(with("contract_version", "2.0"), "UNSUPPORTED_CONTRACT_VERSION", "'2.0'");
  refused(with("contract_version", "1"), "UNSUPPORTED_CONTRACT_VERSION", "'1'");
  refused(with("contract_version", 1.0), "VALIDATION_ERROR", "expected a text");
  refused(without("contract_version"), "VALIDATION_ERROR", "contract_version: is missing");
  refused(Object{{"contract_version", "3.0"}}, "UNSUPPORTED_CONTRACT_VERSION", "'3.0'");
  for (const auto* const key : {"project", "source", "batch_id"}) {
    refused(without(key), "VALIDATION_ERROR", std::string(key) + ": is missing");
    refused(with(key, ""), "VALIDATION_ERROR", "");
    refused(with(key, Array{}), "VALIDATION_ERROR", "expected a text");
  }
  for (const auto* const odd : {"a/b", "../a", "a b", "-x", "\xC3\xA9", "a\nb"}) {
    refused(with("project", odd), "VALIDATION_ERROR", "Invalid project key");
    refused(with("source", odd), "VALIDATION_ERROR", "Invalid source");
  }
  refused(with("batch_id", "a\nb"), "VALIDATION_ERROR", "control character");
}

TEST_CASE("push: documents that are no batch are refused as a whole") {
  const auto whole = document({sample_item()});
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    const auto cut = read_push_batch(std::string_view(whole).substr(0, size));
    REQUIRE_FALSE(cut);
    CHECK(cut.error().code == "VALIDATION_ERROR");
  }
  auto broken = whole;
  broken[broken.find("login") + 1] = '\xFF';
  CHECK(read_push_batch(broken).error().code == "VALIDATION_ERROR");
  CHECK(read_push_batch("[]").error().code == "VALIDATION_ERROR");
  CHECK(read_push_batch(dump(sample_envelope())).error().cause == "items is missing");
  CHECK(read_push_batch(dump(sample_envelope().set("items", "all"))).error().code ==
        "VALIDATION_ERROR");
  const std::string deep(1000, '[');
  CHECK(read_push_batch(R"({"items":)" + deep).error().code == "VALIDATION_ERROR");
  CHECK(read_push_batch(std::string(PushLimits::kBatchBytes + 1, ' '))
            .error()
            .cause.find("stream of lines") != std::string::npos);
  CHECK(read_push_batch(document(Array(PushLimits::kItems + 1, Object{})))
            .error()
            .cause.find("more than 10000 items") != std::string::npos);
}

TEST_CASE("push stream: the same items in whatever pieces the bytes come") {
  auto header = sample_envelope();
  std::string lines = dump(header.set("item_count", 4)) + "\r\n\n";
  lines += dump(sample_item("a")) + "\n  \n";
  lines += R"({"deletion": {"node_id": "b", "captured_at": "2026-02-20T12:00:00Z"}})"
           "\n";
  lines += "not json\n";
  lines += dump(sample_item("c"));  // no line end
  for (const std::size_t step : {1, 2, 3, 100, 65536}) {
    const auto taken = take_text(lines, step);
    REQUIRE(taken.items.size() == 2);
    CHECK(taken.items[1].node_id == "c");
    CHECK(taken.deletions == std::vector<PushDeletion>{{"b", "2026-02-20T12:00:00Z"}});
    REQUIRE(taken.errors.size() == 1);
    CHECK(taken.errors[0].index == 2);
    CHECK_FALSE(taken.errors[0].node_id.has_value());
  }
}

TEST_CASE("push stream: cut anywhere, it gives what is whole and notes what is not") {
  auto header = sample_envelope();
  const std::string head = dump(header.set("item_count", 2)) + '\n';
  const std::string first = dump(sample_item("a")) + '\n', second = dump(sample_item("b")) + '\n';
  const auto whole = head + first + second;
  for (std::size_t size = head.size(); size < whole.size() - 1; ++size) {
    const auto taken = take_text(whole.substr(0, size));
    const bool has_first = size >= head.size() + first.size() - 1;
    CHECK(taken.items.size() == (has_first ? 1 : 0));
    CHECK_FALSE(taken.errors.empty());
  }
  CHECK(take_text(whole).errors.empty());
  CHECK(take_text(whole + second).errors.size() == 1);
  CHECK_FALSE(PushStream::open(source_of("", 1)));
  CHECK_FALSE(PushStream::open(source_of(head.substr(0, 20), 1)));
}

TEST_CASE("push stream: a line of 100 MB costs no memory and the next one is read") {
  const std::string head = dump(sample_envelope()) + '\n';
  const std::string start = R"({"node_id": "big", "content": ")";
  const std::string tail = "\"}\n" + dump(sample_item("after")) + '\n';
  std::size_t sent = 0;
  const std::size_t body = 100 << 20;
  const auto byte_at = [&](std::size_t at) {
    if (at < head.size()) return head[at];
    at -= head.size();
    if (at < start.size()) return start[at];
    at -= start.size();
    return at < body ? 'x' : tail[at - body];
  };
  const auto total = head.size() + start.size() + body + tail.size();
  auto stream = PushStream::open([&](std::span<char> buffer) -> Result<std::size_t> {
    const auto size = std::min(buffer.size(), total - sent);
    const auto edge = head.size() + start.size();
    if (sent >= edge && sent + size <= edge + body)
      std::memset(buffer.data(), 'x', size);
    else
      for (std::size_t i = 0; i < size; ++i) buffer[i] = byte_at(sent + i);
    sent += size;
    return size;
  });
  REQUIRE(stream);
  const auto taken = take_all(std::move(*stream));
  REQUIRE(taken.errors.size() == 1);
  CHECK(taken.errors[0].message == "the line is longer than 8388608 bytes");
  REQUIRE(taken.items.size() == 1);
  CHECK(taken.items[0].node_id == "after");
}

TEST_CASE("push stream: errors of the source end it") {
  bool is_first = true;
  auto stream = PushStream::open([&](std::span<char> buffer) -> Result<std::size_t> {
    if (!std::exchange(is_first, false)) return Error{ErrorCategory::kIo, "IO", "gone", "", ""};
    const auto text = dump(sample_envelope()) + "\n{";
    std::memcpy(buffer.data(), text.data(), text.size());
    return text.size();
  });
  REQUIRE(stream);
  CHECK(stream->next().error().category == ErrorCategory::kIo);
}

TEST_CASE("push: random bytes in the middle of a batch never pass for more than they are") {
  test::RandomValues random(6);
  const auto whole = document({sample_item("a"), sample_item("b")});
  for (int i = 0; i < 3000; ++i) {
    auto text = whole;
    for (auto count = 1 + random.below(4); count > 0; --count)
      text[random.below(text.size())] = static_cast<char>(random.below(256));
    const auto batch = read_push_batch(text);
    if (!batch) {
      CHECK_FALSE(batch.error().cause.empty());
      continue;
    }
    CHECK(batch->items.size() + batch->errors.size() == 2);
    for (const auto& item : batch->items) CHECK(item.validate());
  }
}

TEST_CASE("push: replies and errors have the shapes of the contract") {
  PushReply reply{
      "b", 10, 1, {{"func:src/auth.py:broken", 3, "VALIDATION_ERROR", "content is empty"}}};
  CHECK(
      dump(to_json(reply)) ==
      R"({"batch_id":"b","accepted":10,"rejected":1,"errors":[{"node_id":"func:src/auth.py:broken",)"
      R"("index":3,"code":"VALIDATION_ERROR","message":"content is empty"}]})");
  const Error error{ErrorCategory::kNotFound, "NAMESPACE_NOT_FOUND", "namespace is not initialized",
                    "", "Push to it first."};
  CHECK(dump(error_envelope(error)) ==
        R"({"error":{"code":"NAMESPACE_NOT_FOUND","message":"namespace is not initialized",)"
        R"("details":{"category":"not_found","action":"Push to it first."}}})");
  const Error gone{ErrorCategory::kNotFound,
                   "PROJECT_FOLDER_GONE",
                   "It is gone",
                   "",
                   "Bring it back, or remove the project",
                   {RemedyKind::kRemoveProject, "shop"}};
  CHECK(dump(error_envelope(gone)) ==
        R"({"error":{"code":"PROJECT_FOLDER_GONE","message":"It is gone",)"
        R"("details":{"category":"not_found","action":"Bring it back, or remove the project",)"
        R"("remedy":{"kind":"remove_project","project_id":"shop"}}}})");
}

TEST_CASE("push: an item that is written is read as it was") {
  auto item = read_push_item(sample_item());
  REQUIRE(item);
  item->content = "line\n\t\"quoted\" \xC3\xA9\n";
  for (const std::optional<bool> dirty : {std::optional<bool>(), std::optional(true)}) {
    item->source_audit.git_dirty = dirty;
    item->language = dirty ? "python" : "";
    const auto text = dump(to_json(*item));
    const auto again = read_push_item(*parse(text));
    REQUIRE(again);
    CHECK(*again == *item);
  }
}

}  // namespace codeweaver::json
