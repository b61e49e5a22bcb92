// Tests of NFC and NFD; tests/integration/test_tokenizers.py compares with reference tokenizers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/composition.hpp"

#include <doctest/doctest.h>

namespace codeweaver::tokens {
namespace {

std::string nfc(std::string_view text) {
  return Composition{true}.normalized(text);
}
std::string nfd(std::string_view text) {
  return Composition{false}.normalized(text);
}

}  // namespace

TEST_CASE("composition: letters and marks become one character, and are taken apart again") {
  CHECK(nfc("cafe\u0301 Zoe\u0308") == "caf\u00e9 Zo\u00eb");
  CHECK(nfd("caf\u00e9 Zo\u00eb") == "cafe\u0301 Zoe\u0308");
  CHECK(nfc("caf\u00e9") == "caf\u00e9");
  CHECK(nfc("plain ASCII") == "plain ASCII");
  CHECK(nfd("") == "");
}

TEST_CASE("composition: marks are put in order, and one that stands between keeps a letter whole") {
  CHECK(nfd("a\u0301\u0323") == "a\u0323\u0301");  // the one below comes first
  CHECK(nfc("a\u0301\u0323") == "\u1ea1\u0301");   // and is taken first
  CHECK(nfc("a\u0323\u0301\u0302") == "\u1ea1\u0301\u0302");
  CHECK(nfc("e\u0301\u0301") == "\u00e9\u0301");       // two of one place: the second stays
  CHECK(nfc("\u0301e") == "\u0301e");                  // nothing before it
  CHECK(nfd("\u1f82") == "\u03b1\u0313\u0300\u0345");  // four parts
}

TEST_CASE("composition: some characters are never made, and some become another") {
  CHECK(nfc("\u05e9\u05bc\u05c1") == "\u05e9\u05bc\u05c1");
  CHECK(nfc("\ufb2c") == "\u05e9\u05bc\u05c1");
  CHECK(nfc("\u212b") == "\u00c5");  // the sign of angstrom is the letter
}

TEST_CASE("composition: syllables of Hangul") {
  CHECK(nfd("\ud55c\uae00") == "\u1112\u1161\u11ab\u1100\u1173\u11af");
  CHECK(nfc("\u1112\u1161\u11ab\u1100\u1173\u11af") == "\ud55c\uae00");
  CHECK(nfc("\u1112\u1161") == "\ud558");
  CHECK(nfc("\ud55c\u11ab") == "\ud55c\u11ab");  // which has its last letter
}

}  // namespace codeweaver::tokens
