// Tests that the bytes of a segment do not depend on the processor.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "store/sample_chunks.hpp"
#include "store/segments/segment_builder.hpp"
#include "store/temp_folder.hpp"

namespace codeweaver::store {
namespace {

constexpr std::size_t kSameBitsDimension = 64;

/// Made with integers and correctly rounded operations alone, so that all machines begin alike.
std::vector<float> unit_vector(std::mt19937& random) {
  std::vector<float> vector(kSameBitsDimension);
  for (float& value : vector)
    value = static_cast<float>(static_cast<std::int32_t>(random() >> 8) - (1 << 23)) / (1 << 23);
  double square = 0;
  for (const float value : vector) square += static_cast<double>(value) * value;  // exact products
  for (float& value : vector) value = static_cast<float>(value / std::sqrt(square));
  return vector;
}

std::vector<test::SampleChunk> fixed_chunks() {
  std::mt19937 random(18);
  std::vector<test::SampleChunk> chunks(700);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    test::SampleChunk& chunk = chunks[i];
    chunk.path = "src/file_" + std::to_string(1000 + i / 7) + ".cpp";
    chunk.language = "cpp";
    chunk.symbol = "ns::Type::method" + std::to_string(i % 91);
    chunk.ordinal = static_cast<std::uint32_t>(i % 7);
    chunk.lines = {chunk.ordinal * 10 + 1, chunk.ordinal * 10 + 10};
    for (auto& field : chunk.terms)
      for (auto words = 5 + random() % 20; words > 0; --words)
        field.add("word" + std::to_string(random() % 500));
    chunk.vector = unit_vector(random);
  }
  return chunks;
}

TEST_CASE("a segment of the same chunks has the same bytes on every machine") {
  const test::TempFolder folder;
  const auto chunks = fixed_chunks();
  SegmentBuilder builder(kSameBitsDimension, VectorIndexKind::kScan);
  for (const auto& chunk : chunks) builder.add(chunk.input());
  const auto name = std::move(builder).write(folder.path());
  REQUIRE(name);
  CHECK(base::hash128(*base::read_file(folder.path() / *name)).hex() ==
        "92c849cb66bf01d8280dd77890a05481");
}

}  // namespace
}  // namespace codeweaver::store
