// Tests of an embedder that fails during indexing: words are kept, vectors are added later.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "engine/content/deferring_embedder.hpp"
#include "engine/content/missing_vectors.hpp"
#include "engine/content/tolerant_embedder.hpp"
#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

using test::paths;
using test::ProjectFixture;

/// The built-in model, until it fails: at all texts, or at those with "the_poison".
class FailingEmbedder : public Embedder {
 public:
  enum class Way { kNot, kError, kThrow, kPoison, kContract };
  const EmbedderInfo& info() const noexcept override { return test::embedder()->info(); }
  Result<void> embed_documents(std::span<const std::string_view> texts,
                               std::span<float> out) const override {
    const auto is_poison = [](std::string_view text) {
      return text.find("the_poison") != std::string_view::npos;
    };
    if (way != Way::kNot) ++failures;
    if (way == Way::kError) return Error{ErrorCategory::kUnavailable, "DOWN", "It is down", "", ""};
    if (way == Way::kContract)
      return Error{ErrorCategory::kInvalidArgument, "INVALID_EMBEDDING", "Too few rows", "", ""};
    if (way == Way::kThrow || (way == Way::kPoison && std::ranges::any_of(texts, is_poison)))
      throw std::runtime_error("no such model");
    return test::embedder()->embed_documents(texts, out);
  }
  Result<void> embed_query(std::string_view text, std::span<float> out) const override {
    return way == Way::kNot ? test::embedder()->embed_query(text, out)
                            : embed_documents(std::span(&text, 1), out);
  }
  std::atomic<Way> way = Way::kNot;
  mutable std::atomic<int> failures = 0;  // calls while it fails
};

using Way = FailingEmbedder::Way;

struct UncertainShop {
  ProjectFixture files;
  std::shared_ptr<FailingEmbedder> embedder = std::make_shared<FailingEmbedder>();

  CodeWeaver open() const {
    WorkspaceOptions options;
    options.embedder = embedder;
    options.reranker = test::reranker();
    auto opened = CodeWeaver::open({"shop", "Shop", files.root(), files.state()}, options);
    REQUIRE(opened);
    return std::move(*opened);
  }
  static IndexReport index(CodeWeaver& core, const IndexRequest& request = {}) {
    auto report = core.index(request);
    if (!report) FAIL(report.error().message());
    return std::move(*report);
  }
  static FindCodeResponseSummary search(CodeWeaver& core, std::string_view query) {
    auto answer = core.search(query);
    if (!answer) FAIL(answer.error().message());
    return std::move(*answer);
  }
};

/// What is shown of an answer whose figures must agree.
std::vector<std::pair<std::string, double>> scores(const FindCodeResponseSummary& answer) {
  std::vector<std::pair<std::string, double>> out;
  for (const auto& match : answer.matches) out.emplace_back(match.file.path, match.relevance_score);
  return out;
}

constexpr const char* kQuestion = "where do we retry failed uploads";

}  // namespace

TEST_CASE("outage: a model that fails at everything leaves the words, and a later run the rest") {
  ProjectFixture whole;
  whole.index();
  const auto expected = scores(whole.search(kQuestion));
  for (const auto way : {Way::kError, Way::kThrow}) {
    UncertainShop shop;
    auto core = shop.open();
    shop.embedder->way = way;
    const auto report = UncertainShop::index(core);
    CHECK(report.status == IndexStatus::kSuccess);
    CHECK(test::mentions(report.warnings, "files have no vectors"));
    CHECK(test::mentions(report.warnings,
                         way == Way::kError ? "It is down (DOWN)" : "no such model"));
    CHECK(shop.embedder->failures < 12);  // it is not asked for each file
    shop.embedder->way = Way::kNot;
    const auto answer = UncertainShop::search(core, kQuestion);
    CHECK(paths(answer).at(0) == "src/billing/upload.py");
    CHECK(test::mentions(answer.warnings, "files have no vectors"));
    CHECK(test::mentions(UncertainShop::search(core, "upload_invoice").warnings, "no vectors"));
    const auto lacking = core.status();
    REQUIRE(lacking);
    CHECK_FALSE(lacking->is_stale);
    CHECK(lacking->statistics.files_without_vectors == 10);
    REQUIRE(lacking->warnings.size() == 1);
    CHECK(lacking->warnings.front().starts_with("10 files have no vectors"));

    CHECK(UncertainShop::index(core).status == IndexStatus::kSuccess);
    for (auto* one : {&core}) {
      const auto filled = UncertainShop::search(*one, kQuestion);
      CHECK(filled.warnings.empty());
      CHECK(scores(filled) == expected);
    }
    CHECK(core.status()->statistics.files_without_vectors == 0);
    CHECK(core.status()->warnings.empty());
    auto other = shop.open();
    CHECK(UncertainShop::search(other, kQuestion).warnings.empty());
    CHECK(UncertainShop::index(core).status == IndexStatus::kSkipped);
  }
}

TEST_CASE("outage: what one text is refused for is its file's alone") {
  UncertainShop shop;
  auto core = shop.open();
  shop.files.write("src/poison.py", "def the_poison(cup):\n    return cup.drink()\n");
  shop.embedder->way = Way::kPoison;
  CHECK(test::mentions(UncertainShop::index(core).warnings, "1 file has no vectors"));
  auto answer = UncertainShop::search(core, "the_poison");
  CHECK(paths(answer).at(0) == "src/poison.py");
  CHECK(test::mentions(answer.warnings, "1 file has no vectors"));
  shop.files.write("src/late.py", "def late_comer():\n    pass\n");
  answer = UncertainShop::search(core, "late_comer");  // brings an edit in, and leaves the rest
  CHECK(paths(answer).at(0) == "src/late.py");
  CHECK(test::mentions(answer.warnings, "1 file has no vectors"));
  CHECK(test::mentions(UncertainShop::index(core).warnings,
                       "1 file has no vectors"));  // refused again
  shop.embedder->way = Way::kNot;
  CHECK(UncertainShop::index(core).warnings.empty());
  CHECK(UncertainShop::search(core, "the_poison").warnings.empty());
}

TEST_CASE("outage: edits while the model is down are found, and filled in by the next run") {
  UncertainShop shop;
  auto core = shop.open();
  CHECK(UncertainShop::index(core).warnings.empty());
  shop.embedder->way = Way::kError;
  shop.files.write("src/late.py", "def late_comer(guest):\n    return guest.greet_politely()\n");
  const auto answer = UncertainShop::search(core, "late_comer");
  CHECK(paths(answer).at(0) == "src/late.py");
  CHECK(test::mentions(answer.warnings, "1 file has no vectors"));
  CHECK(UncertainShop::index(core).status ==
        IndexStatus::kSkipped);  // still down: nothing is made anew
  shop.files.remove("src/late.py");
  shop.embedder->way = Way::kNot;
  CHECK(UncertainShop::index(core).warnings.empty());
  CHECK(UncertainShop::search(core, "upload").warnings.empty());
}

TEST_CASE("outage: a model that breaks its contract ends the run") {
  UncertainShop shop;
  auto core = shop.open();
  shop.embedder->way = Way::kContract;
  const auto report = core.index();
  REQUIRE_FALSE(report);
  CHECK(report.error().code == "INVALID_EMBEDDING");
}

TEST_CASE("outage: a rebuild while the model is down is noted as well") {
  UncertainShop shop;
  auto core = shop.open();
  UncertainShop::index(core);
  IndexRequest rebuild;
  rebuild.force = true;
  shop.embedder->way = Way::kThrow;
  CHECK(test::mentions(UncertainShop::index(core, rebuild).warnings, "no vectors"));
  shop.embedder->way = Way::kNot;
  CHECK(test::mentions(UncertainShop::search(core, kQuestion).warnings, "no vectors"));
  CHECK(UncertainShop::index(core, rebuild).warnings.empty());
  CHECK(UncertainShop::search(core, kQuestion).warnings.empty());
}

TEST_CASE("outage: vectors that are deferred are missed like those of a model that failed") {
  auto info = test::embedder()->info();
  info.is_remote = true;
  const engine::DeferringEmbedder deferring(info);
  CHECK(deferring.info().model == info.model);
  CHECK(deferring.info().dimension == info.dimension);
  CHECK_FALSE(deferring.info().is_remote);
  std::vector<float> row(info.dimension);
  const auto done = deferring.embed_query("text", row);
  REQUIRE_FALSE(done);
  CHECK(engine::is_outage(done.error()));
}

TEST_CASE("outage: what a generation lacks is told by its number") {
  const auto hash = [](std::string_view text) { return base::hash128(text); };
  const engine::Contents first{hash("a")}, second{hash("a"), hash("b")};
  const auto one = engine::MissingVectors().with(3, 4, first);
  CHECK(one.at(3).empty());
  CHECK(one.at(4) == first);
  const auto two = engine::MissingVectors::parse(one.to_text()).with(4, 5, second);
  CHECK(two.at(4) == first);
  CHECK(two.at(5) == second);
  CHECK(two.at(9) == second);
  CHECK(engine::MissingVectors::parse(two.to_text()) == two);
  CHECK(two.with(5, 6, {}).at(6).empty());
  CHECK(two.with(5, 6, {}).with(6, 7, {}).to_text().empty());
  for (const char* junk : {"", "x", "1", "1 2", "99999999999999999999 a b", "3 zz yy"})
    CHECK(engine::MissingVectors::parse(junk).at(5).empty());
}

TEST_CASE("threshold: by words alone no answer is emptied, nor loses its first") {
  const ProjectFixture project;
  project.index();
  SearchOptions options;
  options.retrieval = Retrieval::kSparse;
  const std::string question =
      "in which corner of our enormous monolith does somebody decide how stubbornly, patiently and "
      "exponentially another attempt follows whenever the invoice gateway hiccups or an upload is "
      "aborted halfway, before everybody finally gives up and complains loudly to the operators";
  const auto answer = project.search(question, options);
  REQUIRE_FALSE(answer.matches.empty());
  CHECK(answer.matches[0].similarity < options.min_similarity);
  options.filter.min_similarity = 0;
  CHECK(scores(project.search(question, options)) == scores(answer));
  options.filter.min_similarity = 1;
  CHECK(scores(project.search(question, options)) == scores(answer));
}

}  // namespace codeweaver
