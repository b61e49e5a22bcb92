// Tests of custom plugins that throw: a search or run continues or ends with an error.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/ask.hpp"
#include "codeweaver/chunker.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/sparse_encoder.hpp"
#include "codeweaver/vector_store.hpp"
#include "plugins/project.hpp"

namespace codeweaver {
namespace {

/// What the parts below throw: an exception of the standard library, or none of it.
[[noreturn]] void fail_somehow(bool is_standard) {
  if (is_standard) throw std::runtime_error("part is broken");
  throw 42;
}

struct ThrowingEmbedder final : Embedder {
  explicit ThrowingEmbedder(bool standard) : is_standard(standard) {}
  const EmbedderInfo& info() const noexcept override { return own; }
  Result<void> embed_documents(std::span<const std::string_view>, std::span<float>) const override {
    fail_somehow(is_standard);
  }
  EmbedderInfo own{"test", "throwing", 4, false, false};
  bool is_standard;
};

struct ThrowingEncoder final : SparseEncoder {
  explicit ThrowingEncoder(bool standard) : is_standard(standard) {}
  const SparseEncoderInfo& info() const noexcept override { return own; }
  Result<void> encode_documents(std::span<const std::string_view>,
                                std::span<std::vector<WeightedTerm>>) const override {
    fail_somehow(is_standard);
  }
  Result<std::vector<WeightedTerm>> encode_query(std::string_view) const override {
    fail_somehow(is_standard);
  }
  SparseEncoderInfo own{"test", "throwing"};
  bool is_standard;
};

struct ThrowingChunker final : Chunker {
  explicit ThrowingChunker(bool standard) : is_standard(standard) {}
  const ChunkerInfo& info() const noexcept override { return own; }
  Result<CutFile> cut(const FileText&) const override { fail_somehow(is_standard); }
  ChunkerInfo own{"throwing", "1"};
  bool is_standard;
};

/// Where a reranker throws or breaks its contract.
enum class BreaksAt { kRerank, kFeatures, kTooFew, kNoNumber };

struct BrokenReranker final : Reranker {
  BrokenReranker(BreaksAt where, bool standard) : at(where), is_standard(standard) {}
  std::string_view name() const noexcept override { return "test/broken"; }
  Result<std::vector<float>> rerank(std::string_view,
                                    std::span<const RerankCandidate> candidates) const override {
    if (at == BreaksAt::kTooFew) return std::vector<float>(1, 0.5F);
    if (at == BreaksAt::kNoNumber) return std::vector<float>(candidates.size(), std::nanf(""));
    if (at == BreaksAt::kFeatures) return std::vector<float>(candidates.size(), 0.5F);
    fail_somehow(is_standard);
  }
  std::span<const std::string_view> feature_names() const noexcept override {
    static constexpr std::array<std::string_view, 1> kNames = {"x"};
    return kNames;
  }
  std::vector<float> features(std::string_view, std::span<const RerankCandidate>) const override {
    if (at == BreaksAt::kFeatures) fail_somehow(is_standard);
    return {};
  }
  BreaksAt at;
  bool is_standard;
};

struct ThrowingLogger final : Logger {
  explicit ThrowingLogger(bool standard) : is_standard(standard) {}
  bool accepts(LogLevel) const noexcept override { return true; }
  void log(const LogRecord&) override { fail_somehow(is_standard); }
  bool is_standard;
};

/// A memory store of which every call throws once it is told to.
struct ThrowingStore final : VectorStore {
  explicit ThrowingStore(bool standard) : is_standard(standard) {}
  const VectorStoreInfo& info() const noexcept override { return inner->info(); }
  VectorStore& there() const {
    if (throws) fail_somehow(is_standard);
    return *inner;
  }
  Result<void> upsert(const RecordCollection& c, std::span<const VectorRecord> r) override {
    return there().upsert(c, r);
  }
  Result<void> erase(const RecordCollection& c, std::span<const Uuid> i) override {
    return there().erase(c, i);
  }
  Result<void> scan(const RecordCollection& c, const RecordFilter& f, RecordParts p,
                    const std::function<bool(const VectorRecord&)>& v) const override {
    return there().scan(c, f, p, v);
  }
  Result<std::vector<RecordHit>> search_dense(const RecordCollection& c, std::span<const float> q,
                                              const RecordFilter& f, std::size_t n,
                                              RecordParts p) const override {
    return there().search_dense(c, q, f, n, p);
  }
  Result<std::vector<RecordHit>> search_sparse(const RecordCollection& c, const SparseVector& q,
                                               const RecordFilter& f, std::size_t n,
                                               RecordParts p) const override {
    return there().search_sparse(c, q, f, n, p);
  }
  Result<TermStatistics> term_statistics(const RecordCollection& c,
                                         std::span<const std::uint32_t> t) const override {
    return there().term_statistics(c, t);
  }
  Result<std::optional<CollectionFacts>> facts(const RecordCollection& c) const override {
    return there().facts(c);
  }
  Result<void> put_facts(const RecordCollection& c, const CollectionFacts& f) override {
    return there().put_facts(c, f);
  }
  Result<bool> exchange_facts(const RecordCollection& c, const CollectionFacts& b,
                              const CollectionFacts& a) override {
    return there().exchange_facts(c, b, a);
  }
  Result<std::vector<RecordCollection>> collections(std::string_view p) const override {
    return there().collections(p);
  }
  Result<void> drop(const RecordCollection& c) override { return there().drop(c); }

  std::shared_ptr<VectorStore> inner = make_memory_store();
  bool is_standard;
  bool throws = false;
};

struct ThrowingModel final : AnswerModel {
  explicit ThrowingModel(bool standard) : is_standard(standard) {}
  const AnswerModelInfo& info() const noexcept override { return own; }
  Result<ModelAnswer> answer(const AnswerRequest&, std::stop_token) const override {
    fail_somehow(is_standard);
  }
  AnswerModelInfo own{"test", "throwing", false};
  bool is_standard;
};

const std::map<std::string, std::string> kThrowingFiles = {
    {"a.py", "def retry_upload(file):\n    return send(file)\n"},
    {"b.py", "def sort_rows(rows):\n    return sorted(rows)\n"},
    {"c.py", "def upload_all(files):\n    for file in files:\n        retry_upload(file)\n"}};

/// One search, which must give matches.
FindCodeResponseSummary answer_of(CodeWeaver& workspace, bool explains = false) {
  SearchOptions options;
  options.explain = explains;
  auto answer = workspace.search("retry failed uploads", options);
  REQUIRE(answer);
  CHECK_FALSE(answer->matches.empty());
  return *std::move(answer);
}

bool warns_of_failure(const std::vector<std::string>& warnings) {
  return std::ranges::any_of(warnings, [](const std::string& warning) {
    return warning.find("part is broken") != std::string::npos ||
           warning.find("an exception that is not a std::exception") != std::string::npos ||
           warning.find("scores for") != std::string::npos ||
           warning.find("not a number") != std::string::npos;
  });
}

}  // namespace

TEST_CASE("throwing parts: an embedder and a sparse encoder cost a warning") {
  for (const bool is_standard : {true, false}) {
    const test::OwnProject project(kThrowingFiles);
    WorkspaceOptions options;
    options.embedder = std::make_shared<const ThrowingEmbedder>(is_standard);
    options.index.sparse_encoder = std::make_shared<const ThrowingEncoder>(is_standard);
    auto workspace = project.open(std::move(options));
    const auto report = workspace.index();
    REQUIRE(report);
    CHECK(warns_of_failure(report->warnings));
    CHECK(warns_of_failure(answer_of(workspace).warnings));
  }
}

TEST_CASE("throwing parts: a chunker costs the files that it throws at") {
  for (const bool is_standard : {true, false}) {
    const test::OwnProject project(kThrowingFiles);
    WorkspaceOptions options;
    options.index.chunker = std::make_shared<const ThrowingChunker>(is_standard);
    auto workspace = project.open(std::move(options));
    const auto report = workspace.index();
    REQUIRE(report);
    CHECK(report->failures.size() == kThrowingFiles.size());
    CHECK(workspace.search("retry failed uploads"));
  }
}

TEST_CASE("throwing parts: a reranker is replaced by the local one, wherever it fails") {
  const test::OwnProject project(kThrowingFiles);
  for (const auto at :
       {BreaksAt::kRerank, BreaksAt::kFeatures, BreaksAt::kTooFew, BreaksAt::kNoNumber})
    for (const bool is_standard : {true, false}) {
      CAPTURE(static_cast<int>(at));
      WorkspaceOptions options;
      options.reranker = std::make_shared<const BrokenReranker>(at, is_standard);
      auto workspace = project.open(std::move(options));
      const auto answer = answer_of(workspace);
      CHECK(answer.matches.front().rerank_score.has_value());
      CHECK(warns_of_failure(answer.warnings) == (at != BreaksAt::kFeatures));
      CHECK_FALSE(answer_of(workspace, true).matches.empty());
    }
}

TEST_CASE("throwing parts: a logger costs its records alone") {
  for (const bool is_standard : {true, false}) {
    const test::OwnProject project(kThrowingFiles);
    WorkspaceOptions options;
    options.logger = std::make_shared<ThrowingLogger>(is_standard);
    auto workspace = project.open(std::move(options));
    CHECK(workspace.index());
    CHECK(answer_of(workspace).warnings.empty());
  }
}

TEST_CASE("throwing parts: a store that throws is a store that fails") {
  for (const bool is_standard : {true, false}) {
    const test::OwnProject project(kThrowingFiles);
    const auto store = std::make_shared<ThrowingStore>(is_standard);
    WorkspaceOptions options;
    options.store = store;
    auto workspace = project.open(std::move(options));
    workspace.index().value();
    CHECK_FALSE(answer_of(workspace).matches.empty());
    store->throws = true;
    const auto answer = workspace.search("retry failed uploads");
    if (!answer) CHECK(answer.error().code == "VECTOR_STORE_FAILED");
    project.write("d.py", "def fresh():\n    return 1\n");
    const auto run = workspace.index();
    if (!run) CHECK(run.error().code == "VECTOR_STORE_FAILED");
    CHECK((!answer || !run));
    store->throws = false;
    CHECK_FALSE(answer_of(workspace).matches.empty());
  }
}

TEST_CASE("throwing parts: an answer model's exception is an error") {
  const test::OwnProject project(kThrowingFiles);
  auto workspace = project.open(WorkspaceOptions());
  workspace.index().value();
  for (const bool is_standard : {true, false}) {
    const auto said = ask(workspace, ThrowingModel(is_standard), "retry uploads");
    REQUIRE_FALSE(said);
    CHECK(said.error().code == "ANSWER_MODEL_FAILED");
  }
}

}  // namespace codeweaver
