// Tests of SegmentAssembly: knows the files that were added, and publishes new ones.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segments/segment_assembly.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "engine/content/prepared_file.hpp"
#include "engine/row_bench.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::engine {

TEST_CASE("segment assembly: knows exactly the files that were added, in their order") {
  RowBench bench;
  SegmentAssembly assembly(bench.paths(), bench.request());
  for (const auto& file : bench.files()) {
    const auto prepared =
        prepare_file(file, *bench.database().content(file.content), {}, bench.database());
    REQUIRE(assembly.add(file, *prepared));
  }
  CHECK(assembly.holds(bench.files()));
  auto other = bench.files();
  std::swap(other[0], other[1]);
  CHECK_FALSE(assembly.holds(other));
  CHECK(assembly.outage().contents.empty());
  CHECK(assembly.publish()->size() == 1);
  CHECK(std::move(assembly).finish()->size() == 1);
}

TEST_CASE("segment assembly: publishes what is new, and ends as if it had published nothing") {
  RowBench bench;
  SegmentAssembly assembly(bench.paths(), bench.request()), silent(bench.paths(), bench.request());
  std::vector<std::string> published;
  for (const auto& file : bench.files()) {
    const auto prepared =
        prepare_file(file, *bench.database().content(file.content), {}, bench.database());
    REQUIRE(assembly.add(file, *prepared));
    REQUIRE(silent.add(file, *prepared));
    const auto entries = assembly.publish();
    REQUIRE(entries);
    REQUIRE(entries->size() == published.size() + 1);
    for (std::size_t i = 0; i < published.size(); ++i) CHECK((*entries)[i].file == published[i]);
    published.push_back(entries->back().file);
    const auto segment = store::Segment::open(bench.paths().segments() / published.back());
    REQUIRE(segment);
    CHECK((*segment)->file_count() == 1);
    CHECK((*segment)->file_path(0) == file.path);
  }
  CHECK(assembly.publish()->size() == published.size());  // nothing is new
  CHECK(std::move(assembly).finish()->at(0).file == std::move(silent).finish()->at(0).file);
}

}  // namespace codeweaver::engine
