// SHA-1: the values of the standard, and pieces of any size.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/sha1.hpp"

#include <doctest/doctest.h>

#include <string>

namespace codeweaver::base {
namespace {

std::string sha1_in_pieces(std::string_view text, std::size_t size) {
  Sha1 hash;
  for (std::size_t at = 0; at < text.size(); at += size) hash.add(text.substr(at, size));
  return hash.hex();
}

TEST_CASE("sha1: the examples of FIPS 180-4 have the values that stand there") {
  CHECK(sha1_in_pieces("", 1) == "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  CHECK(sha1_in_pieces("abc", 3) == "a9993e364706816aba3e25717850c26c9cd0d89d");
  CHECK(sha1_in_pieces("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56) ==
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  CHECK(sha1_in_pieces(std::string(1'000'000, 'a'), 1'000'000) ==
        "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST_CASE("sha1: bytes that come in pieces have the hash of all of them") {
  std::string text;
  for (int i = 0; i < 300; ++i) text += static_cast<char>(i * 7);
  for (const std::size_t size : {1U, 55U, 56U, 63U, 64U, 65U, 299U})
    CHECK(sha1_in_pieces(text, size) == sha1_in_pieces(text, text.size()));
}

}  // namespace
}  // namespace codeweaver::base
