// Hashes: published vectors, hex form.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/hash.hpp"

#include <doctest/doctest.h>

#include <array>

namespace codeweaver::base {

TEST_CASE("hash: the published XXH3 values come out") {
  CHECK(hash64("") == 0x2D06800538D394C2ULL);
  CHECK(hash128("").hex() == "99aa06d3014798d86001c324468d497f");
  CHECK(hash64("a") == 0xE6C632B61E964E1FULL);
  CHECK(hash128("a").hex() == "a96faf705af16834e6c632b61e964e1f");
  CHECK(hash64("abc") == 0x78AF5F94892F3950ULL);
  CHECK(hash128("abc").hex() == "06b05ab6733a618578af5f94892f3950");
}

TEST_CASE("hash: a seed changes the value, an equal seed repeats it") {
  CHECK(hash64("codeweaver", 1) != hash64("codeweaver"));
  CHECK(hash64("codeweaver", 1) == hash64("codeweaver", 1));
}

TEST_CASE("hash: pieces hash as the whole does") {
  std::string whole;
  Hasher64 hash64_of;
  Hasher128 hash128_of;
  for (std::size_t size = 0; size < 2000; size += 1 + size / 3) {
    CHECK(hash64_of.value() == hash64(whole));
    CHECK(hash128_of.value() == hash128(whole));
    const std::string piece(size, static_cast<char>(size));
    hash64_of.add(piece);
    hash128_of.add(piece);
    whole += piece;
  }
  CHECK(hash128_of.value() == hash128(whole));
}

TEST_CASE("hash: hex form reads back, anything else is refused") {
  const Hash128 hash = hash128("some bytes");
  CHECK(Hash128::parse(hash.hex()) == hash);
  CHECK(Hash128::parse("A96FAF705AF16834E6C632B61E964E1F") == hash128("a"));
  CHECK(Hash128{0, 1}.hex() == "00000000000000000000000000000001");
  constexpr std::array<std::string_view, 4> kBad = {"", "a96faf705af16834e6c632b61e964e1",
                                                    "a96faf705af16834e6c632b61e964e1f0",
                                                    "g96faf705af16834e6c632b61e964e1f"};
  for (const auto text : kBad) CHECK_FALSE(Hash128::parse(text));
}

}  // namespace codeweaver::base
