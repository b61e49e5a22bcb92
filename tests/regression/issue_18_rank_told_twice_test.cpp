// why_not computed the order of an answer a second time and applied the factor of a file twice, so
// it reported a different rank.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "engine/fixture.hpp"

namespace codeweaver {

TEST_CASE("regression: why_not tells the rank that the answer has, however often it is asked") {
  const test::ProjectFixture project;
  project.index();
  auto opened = HybridSearcher::open(project.state(), {test::embedder(), test::reranker(), {}, {}});
  REQUIRE(opened);
  constexpr const char* kQuery = "where do we retry failed uploads";
  for (int i = 0; i < 2; ++i) {
    const auto answer = opened->search(kQuery);
    REQUIRE(answer);
    for (std::size_t rank = 1; rank <= answer->matches.size(); ++rank) {
      const auto& path = answer->matches[rank - 1].file.path;
      CAPTURE(path);
      const auto told = opened->why_not(kQuery, path);
      REQUIRE(told);
      REQUIRE(told->rank);
      CHECK(*told->rank <= rank);  // the best of a file's chunks
      CHECK(answer->matches[*told->rank - 1].file.path == path);
    }
  }
}

}  // namespace codeweaver
