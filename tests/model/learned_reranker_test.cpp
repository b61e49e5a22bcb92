// Tests of the learned reranker and its parts: trees, soft matches, features.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "codeweaver/reranker.hpp"
#include "model/learned_features.hpp"
#include "model/random_trees.hpp"
#include "model/soft_match.hpp"
#include "model/tree_ensemble.hpp"

namespace codeweaver::model {
namespace {

using test::random_number;
using Node = TreeNode;

/// The bytes of a file as TreeEnsemble reads it, at an aligned address.
class Bytes {
 public:
  explicit Bytes(const std::string& bytes) : words_(bytes.size() / 4 + 1), size_(bytes.size()) {
    std::memcpy(words_.data(), bytes.data(), size_);
  }
  std::string_view view() const { return {reinterpret_cast<const char*>(words_.data()), size_}; }
  void damage(std::mt19937& random) {
    words_[random() % (size_ / 4)] = static_cast<std::uint32_t>(random());
  }

 private:
  std::vector<std::uint32_t> words_;
  std::size_t size_;
};

Bytes ensemble(const std::vector<std::uint32_t>& roots, const std::vector<Node>& nodes,
               const std::vector<std::string>& names, float middle = 0, float slope = 1) {
  std::string bytes("CWTREES\0", 8);
  const auto put = [&bytes](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  put(std::uint32_t{1});
  put(static_cast<std::uint32_t>(names.size()));
  put(static_cast<std::uint32_t>(roots.size()));
  put(static_cast<std::uint32_t>(nodes.size()));
  put(middle);
  put(slope);
  for (const auto root : roots) put(root);
  for (const auto& node : nodes) put(node);
  for (const auto& name : names) bytes.append(name.c_str(), name.size() + 1);
  return Bytes(bytes);
}

TEST_CASE("tree ensemble: adds the leaves that the features reach") {
  // a <= 0.5 ? 1 : (b <= 2 ? 10 : 100), and a second tree that is one leaf
  const auto words =
      ensemble({0, 5}, {{0.5F, 0, 2}, {1, 0, 0}, {2, 1, 2}, {10, 0, 0}, {100, 0, 0}, {0.25F, 0, 0}},
               {"a", "bb"}, 0.25F, 4);
  const auto trees = TreeEnsemble::from_bytes(words.view());
  REQUIRE(trees);
  CHECK(trees->tree_count() == 2);
  CHECK(trees->features() == std::vector<std::string_view>{"a", "bb"});
  const auto score = [&](float a, float b) { return trees->score(std::vector<float>{a, b}); };
  CHECK(score(0.5F, 9) == 1.25F);  // the threshold itself goes left
  CHECK(score(0.6F, 2) == 10.25F);
  CHECK(score(0.6F, 3) == 100.25F);
  CHECK(trees->calibrated(0.25F) == 0.5F);
  CHECK(trees->calibrated(1) > trees->calibrated(0.5F));
  CHECK(trees->calibrated(1000) == 1);
}

TEST_CASE("tree ensemble: effects of the features sum to the score less the mean of all rows") {
  const auto words =
      ensemble({0, 5}, {{0.5F, 0, 2}, {1, 0, 0}, {2, 1, 2}, {10, 0, 0}, {100, 0, 0}, {0.25F, 0, 0}},
               {"a", "bb"});
  const auto trees = TreeEnsemble::from_bytes(words.view());
  REQUIRE(trees);
  const std::vector<float> rows{0, 9, 0, 0, 1, 0, 1, 9};  // scores 1, 1, 10 and 100: mean 28
  CHECK(trees->effects(rows) == std::vector<float>{-27, 0, -27, 0, 27, -45, 27, 45});
  CHECK(trees->effects({}).empty());
}

/// Twenty trees of at most `most_splits` splits over the features a, b and c.
Bytes random_ensemble(std::mt19937& random, std::size_t most_splits) {
  std::vector<std::uint32_t> roots;
  std::vector<Node> nodes;
  for (std::size_t tree = 0; tree < 20; ++tree) {
    roots.push_back(static_cast<std::uint32_t>(nodes.size()));
    test::grow_tree(nodes, random() % (most_splits + 1), 3, random);
  }
  return ensemble(roots, nodes, {"a", "b", "c"});
}

TEST_CASE("tree ensemble: many rows at once score as one by one, whatever the sizes of trees") {
  std::mt19937 random(11);
  const auto number = [&random] { return random_number(random); };
  for (const std::size_t most_splits : {0U, 3U, 15U, 40U}) {  // 40: more than is laid out flat
    const auto bytes = random_ensemble(random, most_splits);
    const auto trees = TreeEnsemble::from_bytes(bytes.view());
    REQUIRE(trees);
    for (const std::size_t count : {0U, 1U, 16U, 37U}) {
      std::vector<float> rows(3 * count), expected;
      for (float& value : rows) value = number();
      if (count > 1) rows[1] = NAN;
      for (std::size_t row = 0; row < count; ++row)
        expected.push_back(trees->score(std::span(rows).subspan(3 * row, 3)));
      CHECK(trees->scores(rows) == expected);
    }
  }
}

TEST_CASE("tree ensemble: damaged bytes are refused, never followed") {
  const std::vector<Node> nodes{{0.5F, 0, 2}, {1, 0, 0}, {2, 0, 0}};
  const auto good = ensemble({0}, nodes, {"a"});
  REQUIRE(TreeEnsemble::from_bytes(good.view()));
  for (std::size_t size = 0; size < good.view().size(); ++size)
    CHECK_FALSE(TreeEnsemble::from_bytes(good.view().substr(0, size)));
  const auto opens = [](const Bytes& bytes) {
    return static_cast<bool>(TreeEnsemble::from_bytes(bytes.view()));
  };
  CHECK_FALSE(opens(ensemble({3}, nodes, {"a"})));
  CHECK_FALSE(opens(ensemble({0}, {{0.5F, 0, 3}, {1, 0, 0}, {2, 0, 0}}, {"a"})));
  CHECK_FALSE(opens(ensemble({0}, {{0.5F, 1, 2}, {1, 0, 0}, {2, 0, 0}}, {"a"})));
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {  // whatever opens can be evaluated
    auto bytes = good;
    bytes.damage(random);
    const auto trees = TreeEnsemble::from_bytes(bytes.view());
    if (!trees) continue;
    const std::vector<float> row(trees->features().size(), 0.5F);
    const float score = trees->score(row);
    if (!row.empty() && !std::isnan(score)) CHECK(trees->scores(row).at(0) == score);
  }
}

TEST_CASE("soft match: like words cover each other, whatever their order") {
  const auto model = StaticModel::embedded();
  REQUIRE(model);
  TextPooler pooler(*model);
  SoftMatcher matcher(*model, pooler, "delete the folder");
  const SoftMatch same = matcher.match("folder delete");
  CHECK(same.query_covered == doctest::Approx(1));
  CHECK(same.text_covered == doctest::Approx(1));
  const SoftMatch alike = matcher.match("remove_directory"), other = matcher.match("parse_json");
  CHECK(alike.query_covered > other.query_covered + 0.1F);
  CHECK(alike.text_covered > other.text_covered + 0.1F);
  CHECK(matcher.match("remove_directory").query_covered == alike.query_covered);
  CHECK(matcher.match("").query_covered == 0);
  CHECK(SoftMatcher(*model, pooler, "").match("anything").text_covered == 0);
}

TEST_CASE("soft match: a body is judged as a whole, by its worst words and by its best lines") {
  const auto model = StaticModel::embedded();
  REQUIRE(model);
  TextPooler pooler(*model);
  SoftMatcher matcher(*model, pooler, "delete the empty folder");
  const BodyMatch near = matcher.match_body("x = 1\nif empty:\n\n  folder.delete()\ny = 2\n");
  CHECK(near.mean == doctest::Approx(1));
  CHECK(near.worst == doctest::Approx(1));
  CHECK(near.window == doctest::Approx(1));  // the empty line separates nothing
  const BodyMatch far = matcher.match_body("empty\na = 1\nb = 2\nc = 3\nfolder\ndelete");
  CHECK(far.mean == doctest::Approx(1));
  CHECK(far.window < 0.99F);
  const BodyMatch part = matcher.match_body("delete the folder");
  CHECK(part.mean < 0.99F);
  CHECK(part.worst < part.mean);
  CHECK(matcher.match_body("").mean == 0);
  CHECK(SoftMatcher(*model, pooler, "").match_body("anything\nat all").worst == 0);
}

RerankSignals signals(float lexical, float cosine) {
  RerankSignals out;
  out.lexical = out.file_lexical = lexical;
  out.cosine = out.file_cosine = out.file_cosine_mean = cosine;
  out.attainable = 20;
  out.coverage = out.file_coverage = lexical / 20;
  out.fused = lexical / 1000;
  out.tokens = 100;
  return out;
}

TEST_CASE("learned reranker: better evidence wins, in any order of the candidates") {
  const auto reranker = make_learned_reranker();
  REQUIRE(reranker);
  const RerankSignals strong = signals(15, 0.7F), weak = signals(3, 0.2F);
  RerankCandidate parse{.path = "src/config/parser.cpp",
                        .symbol = "config::parse_config",
                        .doc = "Parses the configuration file.",
                        .content = "Config parse_config(std::string_view text) { ... }"};
  RerankCandidate write{.path = "src/log/writer.cpp",
                        .symbol = "log::write",
                        .doc = {},
                        .content = "void write(std::string_view line) { ... }"};
  parse.signals = &strong;
  write.signals = &weak;
  const std::vector<RerankCandidate> both{parse, write}, swapped{write, parse};
  const auto a = (*reranker)->rerank("how is the config parsed", both);
  const auto b = (*reranker)->rerank("how is the config parsed", swapped);
  REQUIRE(a);
  REQUIRE(b);
  CHECK((*a)[0] > (*a)[1]);
  CHECK((*a)[0] == (*b)[1]);
  CHECK((*a)[1] == (*b)[0]);
  for (const float score : *a) {
    CHECK(score >= 0);
    CHECK(score <= 1);
  }
  const auto names = (*reranker)->feature_names();
  CHECK((*reranker)->features("how is the config parsed", both).size() == 2 * names.size());
  std::vector<std::string_view> unique(names.begin(), names.end());
  std::ranges::sort(unique);
  CHECK(std::ranges::adjacent_find(unique) == unique.end());
}

TEST_CASE("learned reranker: candidates of which only the text is known go by the rules") {
  const auto learned = make_learned_reranker();
  REQUIRE(learned);
  const RerankCandidate candidate{
      .path = "a.py", .symbol = "parse", .doc = {}, .content = "def parse(): pass"};
  const auto a = (*learned)->rerank("parse", {&candidate, 1});
  const auto b = make_rule_reranker()->rerank("parse", {&candidate, 1});
  REQUIRE(a);
  CHECK(*a == *b);
  CHECK((*learned)->features("parse", {&candidate, 1}).empty());
}

TEST_CASE("learned features: any bytes are measured, finitely") {
  const auto model = StaticModel::embedded();
  REQUIRE(model);
  TextPooler pooler(*model);
  std::mt19937 random(31);
  const auto noise = [&random] {
    std::string text;
    for (auto n = random() % 300; n > 0; --n) text += static_cast<char>(random() % 256);
    return text;
  };
  for (int round = 0; round < 100; ++round) {
    const std::string query = noise(), path = noise(), symbol = noise(), content = noise();
    const RerankSignals some = signals(static_cast<float>(random() % 20), 0.3F);
    const RerankCandidate candidate{
        .path = path, .symbol = symbol, .doc = symbol, .content = content, .signals = &some};
    for (const float value : learned_features(*model, pooler, query, {&candidate, 1}))
      CHECK(std::isfinite(value));
  }
}

}  // namespace
}  // namespace codeweaver::model
