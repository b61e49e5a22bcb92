// Tests of a custom sparse encoder: it adds words to both sides and is part of the index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/sparse_encoder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <stdexcept>

#include "codeweaver/embedder.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/vector_store.hpp"
#include "plugins/project.hpp"

namespace codeweaver {
namespace {

/// Says of every text that holds `word` that it means `meaning`, on the sides that are asked for.
class OneWord : public SparseEncoder {
 public:
  OneWord(std::string word, std::string meaning, bool chunks, bool queries)
      : word_(std::move(word)), meaning_(std::move(meaning)), chunks_(chunks), queries_(queries) {
    info_.model = word_ + '-' + meaning_ + (chunks ? "-chunks" : "") + (queries ? "-queries" : "");
  }
  const SparseEncoderInfo& info() const noexcept override { return info_; }
  Result<void> encode_documents(std::span<const std::string_view> texts,
                                std::span<std::vector<WeightedTerm>> out) const override {
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (chunks_ && texts[i].find(word_) != std::string_view::npos)
        out[i] = {{meaning_, 3}, {"dropped", 0.2F}, {"negative", -1}};
    return {};
  }
  Result<std::vector<WeightedTerm>> encode_query(std::string_view text) const override {
    if (!queries_ || text.find(word_) == std::string_view::npos) return std::vector<WeightedTerm>{};
    return std::vector<WeightedTerm>{{meaning_, 0.5F}};
  }

 private:
  SparseEncoderInfo info_{"test", ""};
  std::string word_, meaning_;
  bool chunks_, queries_;
};

const std::map<std::string, std::string> kEncoded = {
    {"src/session.py", "def open_session(ctx):\n    return ctx.login()\n"},
    {"src/paint.py", "def paint(canvas):\n    return canvas.fill('blue')\n"},
    {"src/sort.py", "def sort_rows(rows):\n    return sorted(rows)\n"}};

WorkspaceOptions with(std::shared_ptr<const SparseEncoder> encoder) {
  WorkspaceOptions options;
  options.index.sparse_encoder = std::move(encoder);
  return options;
}

/// Paths that the words alone find.
std::vector<std::string> found(CodeWeaver& workspace, std::string_view query) {
  SearchOptions options;
  options.retrieval = Retrieval::kSparse;
  options.filter.min_similarity = 0;
  std::vector<std::string> out;
  for (const auto& match : workspace.search(query, options).value().matches)
    out.push_back(match.file.path);
  return out;
}

TEST_CASE("what an encoder says of a chunk finds it, and nothing it did not say") {
  const test::OwnProject plain(kEncoded), expanded(kEncoded);
  auto without = plain.open();
  without.index().value();
  auto workspace =
      expanded.open(with(std::make_shared<const OneWord>("ctx", "Xylophone", true, false)));
  workspace.index().value();
  CHECK(found(without, "xylophone").empty());
  CHECK(found(workspace, "xylophone") == std::vector<std::string>{"src/session.py"});
  CHECK(found(workspace, "dropped negative").empty());
  CHECK(found(workspace, "canvas") == found(without, "canvas"));
}

TEST_CASE("what an encoder says of a query finds chunks that say it, as a bonus only") {
  const test::OwnProject project(kEncoded);
  auto workspace =
      project.open(with(std::make_shared<const OneWord>("picture", "canvas", false, true)));
  workspace.index().value();
  CHECK(found(workspace, "picture") == std::vector<std::string>{"src/paint.py"});
  CHECK(found(workspace, "sorted picture").front() == "src/sort.py");  // what was typed counts more
  CHECK(found(workspace, "session") == std::vector<std::string>{"src/session.py"});
}

TEST_CASE("an index is of its encoder: another one, or none, is refused until it is built anew") {
  const test::OwnProject project(kEncoded);
  const auto one = std::make_shared<const OneWord>("ctx", "xylophone", true, false);
  const auto other = std::make_shared<const OneWord>("canvas", "xylophone", true, false);
  project.open(with(one)).index().value();
  for (const auto& encoder :
       {std::shared_ptr<const SparseEncoder>(other), std::shared_ptr<const SparseEncoder>()}) {
    auto workspace = project.open(with(encoder));
    const auto refused = workspace.index();
    REQUIRE(!refused);
    CHECK(refused.error().code == "MODEL_MISMATCH");
    CHECK(refused.error().cause.find("test/ctx-xylophone-chunks") != std::string::npos);
  }
  HybridSearcher::Parts parts;
  parts.embedder = make_static_embedder().value();
  CHECK(HybridSearcher::open(project.state(), parts).error().code == "MODEL_MISMATCH");
  parts.sparse_encoder = one;
  CHECK(HybridSearcher::open(project.state(), parts).has_value());

  auto workspace = project.open(with(other));
  IndexRequest anew;
  anew.force = true;
  workspace.index(anew).value();
  CHECK(found(workspace, "xylophone") == std::vector<std::string>{"src/paint.py"});
}

TEST_CASE("edits are encoded too, and the index is the same as one made at once") {
  const test::OwnProject project(kEncoded);
  auto workspace =
      project.open(with(std::make_shared<const OneWord>("ctx", "xylophone", true, false)));
  workspace.index().value();
  project.write("src/new.py", "def fresh(ctx):\n    return 1\n");
  CHECK(found(workspace, "xylophone").size() == 2);
}

TEST_CASE("the terms of an encoder reach a vector store") {
  const test::OwnProject project(kEncoded);
  auto options = with(std::make_shared<const OneWord>("ctx", "xylophone", true, false));
  options.store = make_memory_store();
  auto workspace = project.open(std::move(options));
  workspace.index().value();
  CHECK(found(workspace, "xylophone") == std::vector<std::string>{"src/session.py"});
}

/// OneWord, until it fails at texts that hold "ctx".
class FailingAtDocuments final : public OneWord {
 public:
  enum class Way { kNot, kError, kThrow, kNoNumber, kLong, kMany };
  FailingAtDocuments() : OneWord("ctx", "xylophone", true, false) {}
  Result<void> encode_documents(std::span<const std::string_view> texts,
                                std::span<std::vector<WeightedTerm>> out) const override {
    ++calls;
    const bool holds = std::ranges::any_of(
        texts, [](std::string_view text) { return text.find("ctx") != std::string_view::npos; });
    if (!holds || way == Way::kNot) return OneWord::encode_documents(texts, out);
    switch (way) {
      case Way::kError:
        return Error{ErrorCategory::kInvalidArgument, "DOWN", "no service", "", ""};
      case Way::kThrow:
        throw std::runtime_error("no service");
      case Way::kNoNumber:
        out[0] = {{"fine", 1}, {"odd", std::numeric_limits<float>::quiet_NaN()}};
        return {};
      case Way::kLong:
        out[0] = {{std::string(1000, 'x'), 1}};
        return {};
      default:  // a term more than one would think of
        out[0].assign(1'000'000, {"dull", 0.6F});
        out[0].push_back({"xylophone", 9});
        return {};
    }
  }
  std::atomic<Way> way = Way::kNot;
  mutable std::atomic<int> calls = 0;
};

TEST_CASE("a file that an encoder fails at keeps its own words, and a later run adds the others") {
  using Way = FailingAtDocuments::Way;
  for (const auto& [way, said] : std::map<Way, std::string>{{Way::kError, "no service (DOWN)"},
                                                            {Way::kThrow, "threw: no service"},
                                                            {Way::kNoNumber, "is not a number"},
                                                            {Way::kLong, "a term of 1000 bytes"}}) {
    CAPTURE(said);
    const test::OwnProject project(kEncoded);
    const auto encoder = std::make_shared<FailingAtDocuments>();
    encoder->way = way;
    auto workspace = project.open(with(encoder));
    const auto report = workspace.index().value();
    CHECK(report.status == IndexStatus::kSuccess);
    REQUIRE(report.warnings.size() == 1);
    CHECK(report.warnings.front().starts_with("1 file lacks the words of the sparse encoder"));
    CHECK(report.warnings.front().find(said) != std::string::npos);
    CHECK(found(workspace, "xylophone").empty());
    CHECK(found(workspace, "fine odd").empty());
    const auto answer = workspace.search("login").value();
    CHECK(answer.matches.front().file.path == "src/session.py");
    REQUIRE(answer.warnings.size() == 1);
    CHECK(answer.warnings.front().starts_with("1 file lacks vectors or words"));
    CHECK(workspace.index().value().warnings.size() == 1);  // tried again

    encoder->way = Way::kNot;
    CHECK(workspace.index().value().warnings.empty());
    CHECK(found(workspace, "xylophone") == std::vector<std::string>{"src/session.py"});
    CHECK(workspace.search("login").value().warnings.empty());
    CHECK(workspace.index().value().status == IndexStatus::kSkipped);
  }
}

TEST_CASE("of a million terms the heaviest are taken") {
  const test::OwnProject project(kEncoded);
  const auto encoder = std::make_shared<FailingAtDocuments>();
  encoder->way = FailingAtDocuments::Way::kMany;
  auto workspace = project.open(with(encoder));
  CHECK(workspace.index().value().warnings.empty());
  CHECK(found(workspace, "xylophone") == std::vector<std::string>{"src/session.py"});
}

TEST_CASE("an encoder that fails at everything is not asked for each file") {
  std::map<std::string, std::string> files;
  for (int i = 0; i < 40; ++i)
    files["src/f" + std::to_string(i) + ".py"] = "def f(ctx):\n    return " + std::to_string(i);
  const test::OwnProject project(files);
  const auto encoder = std::make_shared<FailingAtDocuments>();
  encoder->way = FailingAtDocuments::Way::kThrow;
  auto options = with(encoder);
  options.index.workers = 2;
  auto workspace = project.open(std::move(options));
  CHECK(workspace.index().value().warnings.front().starts_with("40 files lack"));
  CHECK(encoder->calls < 12);
}

class Failing final : public OneWord {
 public:
  explicit Failing(bool throws) : OneWord("x", "y", false, false), throws_(throws) {}
  Result<std::vector<WeightedTerm>> encode_query(std::string_view) const override {
    if (throws_) throw std::runtime_error("no service");
    return Error{ErrorCategory::kUnavailable, "DOWN", "no service", "", ""};
  }

 private:
  bool throws_;
};

TEST_CASE("a search goes on without an encoder that fails, and says so") {
  for (const bool throws : {false, true}) {
    const test::OwnProject project(kEncoded);
    auto workspace = project.open(with(std::make_shared<const Failing>(throws)));
    workspace.index().value();
    const auto answer = workspace.search("canvas").value();
    CHECK(answer.matches.front().file.path == "src/paint.py");
    REQUIRE(!answer.warnings.empty());
    CHECK(answer.warnings.front().find("no service") != std::string::npos);
  }
}

TEST_CASE("words of a group of synonyms find each other") {
  const auto encoder =
      make_synonym_encoder({{"login", "sign-in", "authentication"}, {"canvas", "picture"}}).value();
  const auto words = encoder->encode_query("where is the login handled").value();
  REQUIRE(words.size() == 2);
  CHECK(words[0].term == "sign-in");
  CHECK(words[1].term == "authentication");
  CHECK(words[0].weight == 0.5F);
  CHECK(encoder->encode_query("sign the papers").value().empty());  // half of "sign-in"
  CHECK(encoder->encode_query("signIn()").value().size() == 2);
  const test::OwnProject project(kEncoded);
  auto workspace = project.open(with(encoder));
  workspace.index().value();
  CHECK(found(workspace, "authentication").front() == "src/session.py");
  CHECK(make_synonym_encoder({{"one"}}).error().code == "INVALID_SYNONYMS");
  CHECK(make_synonym_encoder({{"one", "--"}}).error().code == "INVALID_SYNONYMS");
  CHECK(make_synonym_encoder({{"one", "two"}}, 2).error().code == "INVALID_SYNONYMS");
  CHECK(make_synonym_encoder({{"a", "b"}}).value()->info() !=
        make_synonym_encoder({{"a", "c"}}).value()->info());
}

}  // namespace
}  // namespace codeweaver
