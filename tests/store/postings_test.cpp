// Tests of postings: round trips, with skips.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/postings/postings.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace codeweaver::store {
namespace {

using Posting = std::pair<std::uint32_t, FieldCounts>;

/// Counts and steps of all sizes that take one byte or several.
std::vector<Posting> random_postings(std::mt19937& random, std::size_t count) {
  const auto number = [&](std::uint32_t largest) {
    const std::uint32_t limit = largest >> random() % 32;
    return 1 + static_cast<std::uint32_t>(random()) % std::max(limit, 1U);
  };
  std::vector<Posting> postings;
  std::uint32_t chunk = static_cast<std::uint32_t>(random() % 3);
  for (std::size_t i = 0; i < count; ++i) {
    FieldCounts counts{};
    const bool is_body_only = random() % 2 == 0;
    for (std::size_t f = 0; f < counts.size(); ++f)
      if (!is_body_only && random() % 2 == 0) counts[f] = number(UINT32_MAX);
    if (counts == FieldCounts{}) counts[kBodyField] = number(random() % 2 == 0 ? 3 : UINT32_MAX);
    postings.emplace_back(chunk, counts);
    chunk += number(1U << 20);
  }
  return postings;
}

std::string encoded(const std::vector<Posting>& postings) {
  std::string bytes;
  std::uint32_t last = 0;
  for (const auto& [chunk, counts] : postings) {
    put_posting(bytes, chunk - last, counts);
    last = chunk;
  }
  return bytes;
}

TEST_CASE("postings of all forms come back, those between them passed over or not") {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    const auto postings = random_postings(random, random() % 200);
    const std::string bytes = encoded(postings);
    const std::string padded = bytes + std::string(kPostingsPadding, '\0');
    PostingCursor cursor(std::string_view(padded).substr(0, bytes.size()));
    const auto skipped = random() % 4;  // in four
    for (const auto& [chunk, counts] : postings) {
      REQUIRE(cursor.chunk() == chunk);
      const bool is_body_only = counts == FieldCounts{0, 0, 0, counts[kBodyField]};
      CHECK(cursor.is_body_only() == is_body_only);
      if (random() % 4 < skipped)
        cursor.skip();
      else if (is_body_only && random() % 2 == 0)
        CHECK(cursor.take_body() == counts[kBodyField]);
      else
        CHECK(cursor.take() == counts);
    }
    CHECK(cursor.chunk() == PostingCursor::kEnd);
  }
}

TEST_CASE("bytes that are no postings come to an end, within the padding") {
  std::mt19937 random(6);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t size = random() % 40;
    // Exactly as many bytes as may be read, so that a sanitizer sees one more.
    std::vector<char> bytes(size + kPostingsPadding);
    for (std::size_t i = 0; i < size; ++i)
      bytes[i] = static_cast<char>(random() % 3 == 0 ? 0xff : random());
    PostingCursor cursor({bytes.data(), size});
    std::size_t count = 0;
    for (; cursor.chunk() != PostingCursor::kEnd; ++count) {
      if (random() % 2 == 0)
        cursor.skip();
      else
        static_cast<void>(cursor.take());
    }
    CHECK(count <= size);
  }
}

}  // namespace
}  // namespace codeweaver::store
