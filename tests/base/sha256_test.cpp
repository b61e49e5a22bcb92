// SHA-256: the values of the standard, and pieces of any size.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/sha256.hpp"

#include <doctest/doctest.h>

#include <string>

namespace codeweaver::base {
namespace {

TEST_CASE("sha256: the examples of FIPS 180-4 have the values that stand there") {
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256_hex(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("sha256: bytes that come in pieces have the hash of all of them") {
  std::string text;
  for (int i = 0; i < 300; ++i) text += static_cast<char>(i * 7);
  for (const std::size_t size : {1U, 55U, 56U, 63U, 64U, 65U, 299U}) {
    Sha256 hash;
    for (std::size_t at = 0; at < text.size(); at += size)
      hash.add(std::string_view(text).substr(at, size));
    CHECK(hash.hex() == sha256_hex(text));
  }
}

}  // namespace
}  // namespace codeweaver::base
