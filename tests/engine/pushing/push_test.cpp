// Tests of pushed items: searched, replaced, deleted, isolated; in any order and batch size.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <map>
#include <random>
#include <set>

#include "codeweaver/namespaces.hpp"
#include "codeweaver/workspace.hpp"
#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;

std::string time_at(int minute) {
  const auto two = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return "2026-02-20T" + two(minute / 60) + ':' + two(minute % 60) + ":00Z";
}

PushItem item_of(const std::string& node_id, const std::string& content, int minute = 0,
                 const std::string& path = "atlas/zebra.py") {
  PushItem item;
  item.node_id = node_id;
  item.node_type = "function";
  item.path = path;
  item.content = content;
  item.range = {101, 140};
  item.source_audit = {"abc123", "main", false, time_at(minute)};
  item.symbol_meta = {{"module", "atlas.zebra"}};
  return item;
}

/// A project that is opened as programs do.
class Shop {
 public:
  explicit Shop(std::string_view data = "shop", std::string id = "shop")
      : files_(data), id_(std::move(id)), core_(open()) {}

  CodeWeaver& core() { return core_; }
  const ProjectFixture& files() const { return files_; }
  PushReply push(std::vector<PushItem> items, std::vector<PushDeletion> deletions = {},
                 std::string batch_id = {}) {
    if (batch_id.empty()) batch_id = "batch-" + std::to_string(++batches_);
    PushBatch batch{
        {"1.0", id_, "code-atlas", batch_id}, std::move(items), std::move(deletions), {}};
    const auto envelope = batch.envelope;
    auto reply = core_.push(envelope, entries_of(std::move(batch)));
    if (!reply) FAIL(reply.error().message());
    return *reply;
  }
  FindCodeResponseSummary search(std::string_view query, SearchOptions options = {}) {
    options.deadline = {};
    auto answer = core_.search(query, options);
    if (!answer) FAIL(answer.error().message());
    return *answer;
  }
  /// Everything in the namespace that holds the word: node_id to content.
  std::map<std::string, std::string> items(const std::string& word = "zebra") {
    SearchOptions options;
    options.top_k = 1000;
    options.candidates = 5000;
    options.rerank_depth = 0;
    options.file_decay = 1;
    options.filter.min_similarity = 0;
    options.filter.purpose = Purpose::kAtlasGraph;
    options.deadline = {};
    const auto answer = core_.search(word, options);
    std::map<std::string, std::string> out;
    if (!answer && answer.error().code == "NAMESPACE_NOT_FOUND") return out;
    REQUIRE(answer);
    for (const auto& match : answer->matches) out[match.audit.node_id] = match.content.content;
    return out;
  }

 private:
  CodeWeaver open() const {
    return test::open_workspace({id_, id_, files_.root(), files_.state(), ""});
  }

  ProjectFixture files_;
  std::string id_;
  CodeWeaver core_;
  int batches_ = 0;
};

}  // namespace

TEST_CASE("push: an item is found with its identity, its lines and its audit") {
  Shop shop;
  const auto reply = shop.push({item_of("func:atlas/zebra.py:count_zebras",
                                        "def count_zebras(herd):\n    return len(herd)\n")});
  CHECK(reply == PushReply{"batch-1", 1, 0, {}});
  const auto answer = shop.search("count_zebras");
  REQUIRE_FALSE(answer.matches.empty());
  const auto& match = answer.matches[0];
  CHECK(match.file.path == "atlas/zebra.py");
  CHECK(match.file.language == "python");
  CHECK(match.file.absolute_path.empty());
  CHECK(match.span == Span{101, 140});
  CHECK(match.file.last_modified == 1'771'545'600);  // 2026-02-20, when it was captured
  CHECK(match.content.chunk_name == "zebra.py:count_zebras");
  CHECK(match.content.metadata.at("kind") == "function");
  CHECK(match.content.metadata.at("module") == "atlas.zebra");
  const auto& audit = match.audit;
  CHECK(audit.node_id == "func:atlas/zebra.py:count_zebras");
  CHECK(audit.project == "shop");
  CHECK(audit.name_space == test::kAtlas);
  CHECK(audit.chunk_strategy == "code_atlas_provider");
  CHECK(audit.source_system == "code-atlas");
  CHECK(audit.source_batch_id == "batch-1");
  CHECK(audit.git_commit == "abc123");
  CHECK(audit.git_branch == "main");
  CHECK(audit.git_dirty == false);
  CHECK(audit.source_captured_at == time_at(0));
  for (const auto* text : {&audit.indexed_at, &audit.indexer_version, &audit.embedder_provider,
                           &audit.embedder_model, &audit.vector_backend})
    CHECK_FALSE(text->empty());
}

TEST_CASE("push: the folder's own matches stay, and each purpose can be asked for alone") {
  Shop shop;
  const auto before = test::paths(shop.search("upload_invoice"));
  shop.push({item_of("z", "def upload_invoice_of_zebra():\n    return 1\n")});
  SearchOptions options;
  options.filter.purpose = Purpose::kCodeSearch;
  CHECK(test::paths(shop.search("upload_invoice", options)) == before);
  options.filter.purpose = Purpose::kAtlasGraph;
  CHECK(test::paths(shop.search("upload_invoice", options)) ==
        std::vector<std::string>{"atlas/zebra.py"});
  const auto all = test::paths(shop.search("upload_invoice"));
  CHECK(all.size() <= before.size() + 1);
  CHECK(std::ranges::find(all, "atlas/zebra.py") != all.end());
  options.filter.purpose = Purpose::kDocsSearch;
  CHECK(shop.core().search("upload", options).error().code == "NAMESPACE_NOT_FOUND");
  options.filter.purpose.reset();
  options.filter.chunk_strategy = "ast";
  CHECK(test::paths(shop.search("upload_invoice", options)) == before);
}

TEST_CASE("push: several items of one path are several, and filters go by the path") {
  Shop shop("");
  shop.push({item_of("a", "def zebra_a(): pass\n"), item_of("b", "def zebra_b(): pass\n"),
             item_of("c/d.go:x", "func zebraC() {}\n", 0, "other/zebra.go")});
  CHECK(shop.items().size() == 3);
  const auto found = [&](auto set) {
    SearchOptions options;
    options.filter.min_similarity = 0;
    set(options.filter);
    std::set<std::string> ids;
    for (const auto& match : shop.search("zebra", options).matches) ids.insert(match.audit.node_id);
    return ids;
  };
  using Ids = std::set<std::string>;
  CHECK(found([](auto& f) { f.directory = "atlas"; }) == Ids{"a", "b"});
  CHECK(found([](auto& f) { f.file_type = "go"; }) == Ids{"c/d.go:x"});
  CHECK(found([](auto& f) { f.file_glob = "**/zebra.py"; }) == Ids{"a", "b"});
  CHECK(found([](auto& f) { f.focus_languages = {"go"}; }) == Ids{"c/d.go:x"});
}

TEST_CASE("push: a batch that was taken is answered as then and changes nothing") {
  Shop shop("");
  const auto first = shop.push({item_of("a", "zebra one"), item_of("a", "zebra two")}, {}, "same");
  CHECK(first.accepted == 1);
  CHECK(first.rejected == 1);
  CHECK(shop.push({item_of("b", "zebra three", 5)}, {}, "same") == first);
  CHECK(shop.items() == std::map<std::string, std::string>{{"a", "zebra one"}});
}

TEST_CASE("push: the version captured later stays, in whatever order they come") {
  Shop shop("");
  shop.push({item_of("a", "zebra new", 10), item_of("b", "zebra b", 10)});
  CHECK(shop.push({item_of("a", "zebra old", 5)}).accepted == 1);
  CHECK(shop.items().at("a") == "zebra new");
  shop.push({item_of("a", "zebra newest", 10)});  // as late: the push after counts
  CHECK(shop.items().at("a") == "zebra newest");
  shop.push({}, {{"a", time_at(5)}});
  CHECK(shop.items().contains("a"));
  shop.push({}, {{"a", time_at(20)}, {"b", ""}});
  CHECK(shop.items().empty());
  shop.push({item_of("a", "zebra late", 15), item_of("b", "zebra b", 5)});
  CHECK(shop.items() == std::map<std::string, std::string>{{"b", "zebra b"}});
  shop.push({item_of("a", "zebra again", 25)});
  CHECK(shop.items().at("a") == "zebra again");
}

TEST_CASE("push: an item that moves to another path or line leaves nothing behind") {
  Shop shop("");
  shop.push({item_of("a", "zebra text", 1, "old/zebra.py")});
  auto moved = item_of("a", "zebra text", 2, "new/zebra.py");
  moved.range = {7, 9};
  shop.push({moved});
  const auto answer = shop.search("zebra text");
  REQUIRE(answer.matches.size() == 1);
  CHECK(answer.matches[0].file.path == "new/zebra.py");
  CHECK(answer.matches[0].span.start_line == 7);
}

TEST_CASE("push: an item has the lines of its range; contents of these lines are told exactly") {
  Shop shop("");
  auto summary = item_of("summary", "zebra crossing, in short");
  summary.range = {10, 42};
  std::string text;
  for (int line = 0; line < 300; ++line)
    text += "zebra_" + std::to_string(line) + " = herd(" + std::to_string(line) + ")\n";
  auto whole = item_of("whole", text, 0, "atlas/whole.py");
  whole.range = {1001, 1300};
  shop.push({summary, whole});
  const auto first = shop.search("zebra crossing, in short");
  REQUIRE_FALSE(first.matches.empty());
  CHECK(first.matches[0].audit.node_id == "summary");
  CHECK(first.matches[0].span == Span{10, 42});
  SearchOptions options;
  options.filter.file_glob = "atlas/whole.py";
  const auto parts = shop.search("zebra_299", options);
  REQUIRE_FALSE(parts.matches.empty());
  CHECK(parts.matches[0].span.start_line > 1001);
  CHECK(parts.matches[0].span.end_line == 1300);
}

TEST_CASE("push: the qualified name that the source gives is the item's name") {
  Shop shop;
  auto login = item_of("login", "def login(herd):\n    return herd.zebra\n");
  login.symbol_meta["qualname"] = "ZebraService.login";
  auto same = item_of("same", login.content);  // the same content under another name
  same.symbol_meta["qualname"] = "Stable.login";
  auto prose = item_of("prose", "zebra words that define nothing", 0, "atlas/notes.txt");
  prose.symbol_meta["qualname"] = "Stable::feed";
  shop.push({login, same, prose});
  for (const auto& [name, node_id] : {std::pair{"ZebraService.login", "login"},
                                      {"Stable.login", "same"},
                                      {"Stable::feed", "prose"}}) {
    CAPTURE(name);
    const auto answer = shop.search(name);
    REQUIRE_FALSE(answer.matches.empty());
    CHECK(answer.matches[0].audit.node_id == node_id);
    CHECK(answer.matches[0].content.chunk_name->ends_with(':' + std::string(name)));
  }
}

TEST_CASE("push: bad items are refused alone, bad envelopes and other projects as a whole") {
  Shop shop("");
  auto bad = item_of("bad", "zebra");
  bad.path = "../zebra.py";
  const auto reply = shop.push({item_of("a", "zebra"), bad}, {{"", ""}});
  CHECK(reply.accepted == 1);
  REQUIRE(reply.errors.size() == 2);
  CHECK(reply.errors[0].node_id == "bad");
  CHECK(reply.errors[0].code == "VALIDATION_ERROR");
  CHECK(shop.items().size() == 1);
  const auto none = []() -> Result<std::optional<PushEntry>> { return std::optional<PushEntry>{}; };
  CHECK(shop.core().push({"2.0", "shop", "code-atlas", "x"}, none).error().code ==
        "UNSUPPORTED_CONTRACT_VERSION");
  CHECK(shop.core().push({"1.0", "other", "code-atlas", "x"}, none).error().code ==
        "NAMESPACE_NOT_FOUND");
}

TEST_CASE("push: a batch that breaks off leaves nothing, and can be pushed again") {
  Shop shop("");
  shop.push({item_of("a", "zebra before")});
  int given = 0;
  const PushSource breaking = [&]() -> Result<std::optional<PushEntry>> {
    if (++given > 600) return Error{ErrorCategory::kIo, "IO", "the line went dead", "", ""};
    const auto name = "n" + std::to_string(given);
    return std::optional(PushEntry{0, item_of(name, "zebra " + name)});
  };
  const PushEnvelope envelope{"1.0", "shop", "code-atlas", "breaking"};
  CHECK(shop.core().push(envelope, breaking).error().cause == "the line went dead");
  CHECK(shop.items() == std::map<std::string, std::string>{{"a", "zebra before"}});
  CHECK(shop.push({item_of("b", "zebra b")}, {}, "breaking").accepted == 1);
  CHECK(shop.items().size() == 2);
  std::stop_source stop;
  stop.request_stop();
  CHECK(shop.core()
            .push({"1.0", "shop", "code-atlas", "y"}, breaking, stop.get_token())
            .error()
            .category == ErrorCategory::kCancelled);
}

TEST_CASE("push: any sequence of pushes and deletions ends as one push of what is left") {
  std::mt19937_64 random(6);
  for (int round = 0; round < 3; ++round) {
    Shop shop("");
    std::map<std::string, std::pair<int, std::optional<PushItem>>> expected;  // time and version
    for (int step = 0; step < 12; ++step) {
      std::vector<PushItem> items;
      std::vector<PushDeletion> deletions;
      for (int id = 0; id < 10; ++id) {
        const auto name = "node" + std::to_string(id);
        const int minute = static_cast<int>(random() % 100);
        auto known = expected.find(name);
        const bool is_late = known == expected.end() || minute >= known->second.first;
        const auto choice = random() % 4;
        if (choice == 0) {
          auto item = item_of(name, "zebra number " + std::to_string(random() % 5), minute,
                              "p" + std::to_string(random() % 3) + "/zebra.py");
          item.range.start_line = static_cast<std::uint32_t>(1 + random() % 3);
          if (is_late) expected[name] = {minute, item};
          items.push_back(std::move(item));
        } else if (choice == 1) {
          deletions.push_back({name, time_at(minute)});
          if (is_late) expected[name] = {minute, std::nullopt};
        }
      }
      shop.push(std::move(items), std::move(deletions));
    }
    Shop rebuilt("");
    std::vector<PushItem> left;
    for (const auto& [name, state] : expected)
      if (state.second) left.push_back(*state.second);
    rebuilt.push(left);
    CHECK(shop.items() == rebuilt.items());
    CHECK(shop.items().size() == left.size());
  }
}

TEST_CASE("push: the namespace comes with the first push, and goes when it is dropped") {
  Shop shop;
  Namespaces namespaces({"shop", "shop", shop.files().root(), shop.files().state(), ""});
  shop.push({item_of("a", "zebra")});
  const auto key = *NamespaceKey::parse(test::kAtlas);
  const auto list = namespaces.list();
  REQUIRE(list);
  CHECK(std::ranges::find(*list, NamespaceInfo{key, 1, false}) != list->end());
  CHECK(namespaces.remove_unused()->empty());
  REQUIRE(namespaces.drop(key));
  CHECK(shop.items().empty());
  shop.push({item_of("b", "zebra again")});
  CHECK(shop.items().size() == 1);
}

}  // namespace codeweaver
