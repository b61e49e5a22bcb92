// Tests of the token counter.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/text/token_count.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using codeweaver::text::count_tokens;
using codeweaver::text::for_each_piece;
using codeweaver::text::PieceKind;
using codeweaver::text::token_units;
using codeweaver::text::token_units_after;

namespace {

std::string random_text(std::mt19937& random, std::size_t size) {
  static constexpr std::string_view kAlphabet = "abcXYZ019_(){};.,= \t\n\r\xC3\xA9\xE2\x82\xAC";
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text += kAlphabet[random() % kAlphabet.size()];
  return text;
}

double ratio(std::size_t a, std::size_t b) {
  return static_cast<double>(a) / static_cast<double>(b);
}

using Pieces = std::vector<std::pair<PieceKind, std::size_t>>;
Pieces pieces(std::string_view text) {
  Pieces list;
  for_each_piece(text,
                 [&list](PieceKind kind, std::size_t size) { list.emplace_back(kind, size); });
  return list;
}

}  // namespace

TEST_CASE("token_count: counts of real code are close to those of cl100k") {
  // Reference counts made with the public vocabulary.
  const std::pair<std::string_view, std::size_t> table[] = {
      {R"(def parse_config(path: str, strict: bool = False) -> dict:
    """Read a configuration file and return its values."""
    with open(path, encoding="utf-8") as handle:
        for number, line in enumerate(handle):
            if not line.strip() or line.startswith("#"):
                continue
            key, _, value = line.partition("=")
            if strict and key in values:
                raise ValueError(f"line {number}: duplicate key {key!r}")
            values[key.strip()] = value.strip()
    return values
)",
       111},
      {R"(func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 30*time.Second)
	defer cancel()
	if err := s.handle(ctx, w, r); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
}
)",
       68},
      {R"(template <class Key, class Value>
Value* HashMap<Key, Value>::find(const Key& key) noexcept {
  for (Node* node = buckets_[hash_(key) & mask_]; node != nullptr; node = node->next) {
    if (node->key == key) return &node->value;
  }
  return nullptr;
}
)",
       73},
      {R"({"name": "example", "version": "1.20.3", "private": true,
 "scripts": {"build": "tsc -p .", "test": "jest --coverage"},
 "dependencies": {"react": "^18.2.0", "left-pad": "1.3.0"}}
)",
       66},
      {R"(# Installing

Run `pip install example` and then create a configuration file in your home folder.
The server listens on port 8080 unless you say otherwise; see [the manual](docs/manual.md).
)",
       42},
  };
  std::size_t ours = 0, theirs = 0;
  for (const auto& [text, reference] : table) {
    CAPTURE(text);
    CHECK(ratio(count_tokens(text), reference) == doctest::Approx(1).epsilon(0.2));
    ours += count_tokens(text);
    theirs += reference;
  }
  CHECK(ratio(ours, theirs) == doctest::Approx(1).epsilon(0.1));
}

TEST_CASE("token_count: only empty text has no tokens") {
  CHECK(count_tokens("") == 0);
  for (const std::string_view text : {"a", " ", "\n", ".", "7", "\xFF", "\xE2", "\t"}) {
    CAPTURE(text);
    CHECK(count_tokens(text) >= 1);
  }
}

TEST_CASE("token_count: text falls into the documented pieces") {
  CHECK(pieces("getName(x)") == Pieces{{PieceKind::kWord, 3},
                                       {PieceKind::kInnerPart, 4},
                                       {PieceKind::kWordAfterMark, 1},
                                       {PieceKind::kPunctuation, 1}});
  CHECK(pieces("  HTTPServer\n\n  = 42") == Pieces{{PieceKind::kIndent, 1},
                                                   {PieceKind::kCapitals, 4},
                                                   {PieceKind::kInnerPart, 6},
                                                   {PieceKind::kLineEnds, 2},
                                                   {PieceKind::kIndent, 1},
                                                   {PieceKind::kPunctuationAfterSpace, 1},
                                                   {PieceKind::kLoneBlank, 1},
                                                   {PieceKind::kNumber, 2}});
  CHECK(pieces("f();\nx") ==
        Pieces{{PieceKind::kWord, 1}, {PieceKind::kPunctuation, 3}, {PieceKind::kWord, 1}});
  CHECK(pieces("é€") == Pieces{{PieceKind::kWide2, 1}, {PieceKind::kWide3, 1}});
}

TEST_CASE("token_count: never exceeds four tokens a byte and grows with repetition") {
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    const std::string text = random_text(random, 1 + random() % 60);
    CAPTURE(text);
    CHECK(count_tokens(text) <= 4 * text.size());
    CHECK(token_units(text + "\nword\n" + text) > token_units(text));
  }
}

TEST_CASE("token_count: the sum over lines is the whole but for line ends") {
  std::mt19937 random(5);
  for (int round = 0; round < 500; ++round) {
    const std::string text = random_text(random, 400);
    std::uint64_t sum = 0, lines = 0;
    for (std::size_t begin = 0; begin < text.size(); ++lines) {
      const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
      sum += token_units(std::string_view(text).substr(begin, end - begin));
      begin = end;
    }
    const auto whole = token_units(text);
    CAPTURE(text);
    CHECK(sum >= whole);
    CHECK(sum - whole <= lines * 2 * codeweaver::text::detail::kUnitsPerToken);
  }
}

TEST_CASE("token_count: a text cut before a word that starts a line adds up to the whole") {
  for (const std::string blank : {"\n", ";\n", "\n\n  ", "}\n\t", "x\r\n ", " \f", "\r"}) {
    for (const std::string rest : {"word x", "12", "{ y", "_z", "\xC3\xA9", "//", ""}) {
      const std::string start = "if (a)" + blank;
      CAPTURE(start);
      CAPTURE(rest);
      CHECK(token_units(start) + token_units_after(start.back(), rest) ==
            token_units(start + rest));
    }
  }
}

TEST_CASE("token_count: is usable at compile time") {
  static_assert(count_tokens("int main() { return 0; }") >= 6);
}
