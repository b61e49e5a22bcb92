// Tests of the map of query vectors: its file, its arithmetic, and what it does to questions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/query_map.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "codeweaver/embedder.hpp"
#include "model/static_model.hpp"

namespace codeweaver::model {
namespace {

/// A file of two dimensions, at an address that a map may have.
class MapBytes {
 public:
  explicit MapBytes(float first_scale = 0.5F) {
    bytes_.assign("CWQMAP\0\0\1\0\0\0\2\0\0\0any", 19);
    bytes_.resize(40, '\0');
    const float scales[] = {first_scale, 2};
    bytes_.append(reinterpret_cast<const char*>(scales), sizeof scales);
    bytes_.append({2, -4, 0, 1});  // the columns (2, -4) and (0, 1)
  }
  std::string& bytes() { return bytes_; }
  Result<QueryMap> map() {
    aligned_.resize(bytes_.size() / sizeof(float) + 1);
    std::memcpy(aligned_.data(), bytes_.data(), bytes_.size());
    return QueryMap::from_bytes({reinterpret_cast<const char*>(aligned_.data()), bytes_.size()});
  }

 private:
  std::string bytes_;
  std::vector<float> aligned_;
};

TEST_CASE("query map: adds the columns, each by its scale and its part of the vector") {
  MapBytes file;
  const auto map = file.map();
  REQUIRE(map);
  CHECK(map->model() == "any");
  REQUIRE(map->dimension() == 2);
  std::vector<float> vector{1, 3};
  map->apply(vector);
  CHECK(vector == std::vector<float>{1 + 0.5F * 2, 3 - 0.5F * 4 + 2 * 3});
}

TEST_CASE("query map: a damaged file is an error") {
  const auto code_after = [](const auto& damage) {
    MapBytes file;
    damage(file.bytes());
    const auto map = file.map();
    return map ? std::string("none") : map.error().code;
  };
  CHECK(code_after([](std::string&) {}) == "none");
  CHECK(code_after([](std::string& bytes) { bytes.pop_back(); }) == "MODEL_CORRUPT");
  CHECK(code_after([](std::string& bytes) { bytes.resize(20); }) == "MODEL_CORRUPT");
  CHECK(code_after([](std::string& bytes) { bytes += 'x'; }) == "MODEL_CORRUPT");
  CHECK(code_after([](std::string& bytes) { bytes[0] = 'X'; }) == "MODEL_CORRUPT");
  CHECK(code_after([](std::string& bytes) { bytes[8] = 2; }) == "MODEL_CORRUPT");
  CHECK(code_after([](std::string& bytes) { bytes[15] = 127; }) == "MODEL_CORRUPT");
  CHECK(code_after([](std::string& bytes) { bytes[39] = 'x'; }) == "MODEL_CORRUPT");
  CHECK_FALSE(MapBytes(std::numeric_limits<float>::quiet_NaN()).map());
}

TEST_CASE("query map: the built-in map is for the built-in model and moves questions") {
  const auto& map = QueryMap::built_in();
  REQUIRE(map);
  const auto& model = StaticModel::embedded();
  REQUIRE(model);
  CHECK(map->model() == model->name());
  CHECK(map->dimension() == model->dimension());

  const auto embedder = *make_static_embedder();
  const std::string_view question = "where do we retry failed uploads";
  std::vector<float> as_text(map->dimension()), as_query(map->dimension());
  REQUIRE(embedder->embed_documents(std::span(&question, 1), as_text));
  REQUIRE(embedder->embed_query(question, as_query));
  const double cosine = std::inner_product(as_text.begin(), as_text.end(), as_query.begin(), 0.0);
  CHECK(cosine < 0.999);
  CHECK(cosine > 0.6);
  CHECK(std::inner_product(as_query.begin(), as_query.end(), as_query.begin(), 0.0) ==
        doctest::Approx(1));

  const std::string_view tests = "tests for failed uploads";
  REQUIRE(embedder->embed_documents(std::span(&tests, 1), as_text));
  REQUIRE(embedder->embed_query(tests, as_query));
  CHECK(as_text == as_query);
}

}  // namespace
}  // namespace codeweaver::model
