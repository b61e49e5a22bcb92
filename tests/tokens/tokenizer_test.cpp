// Tests of tokenizers: token ids of the reference (tests/data/tokenizers/make.py), and damage.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/tokenizer.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "json/value.hpp"

namespace codeweaver::tokens {
namespace {

const std::filesystem::path kTokenizers =
    std::filesystem::path(CODEWEAVER_TEST_DATA) / "tokenizers";

std::string file_of(const std::string& name) {
  return base::read_file(kTokenizers / (name + ".json")).value();
}

Tokenizer open_tokenizer(const std::string& name) {
  auto made = Tokenizer::parse(file_of(name), name);
  if (!made) FAIL(made.error().message());
  return *std::move(made);
}

std::string with_change(const std::string& name, std::string_view from, std::string_view to) {
  auto text = file_of(name);
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

Error refusal(const std::string& name, std::string_view from, std::string_view to) {
  const auto made = Tokenizer::parse(with_change(name, from, to), name);
  REQUIRE_FALSE(made);
  return made.error();
}

std::vector<std::uint32_t> numbers(const json::Value& answer, std::string_view key) {
  std::vector<std::uint32_t> out;
  for (const auto& number : *answer.find(key)->if_array())
    out.push_back(static_cast<std::uint32_t>(*number.if_integer()));
  return out;
}

}  // namespace

TEST_CASE("tokenizer: one text and two become the numbers that the reference makes of them") {
  for (const std::string name :
       {"uncased", "cased", "accents", "roberta", "added", "unigram", "unigram_bytes"}) {
    CAPTURE(name);
    const auto tokenizer = open_tokenizer(name);
    const auto answers = json::parse(file_of(name + ".answers"));
    REQUIRE(answers);
    REQUIRE(answers->if_array()->size() > 80);
    for (const auto& answer : *answers->if_array()) {
      const auto& texts = *answer.find("texts")->if_array();
      const auto& first = *texts[0].if_string();
      CAPTURE(first);
      const auto most = static_cast<std::size_t>(*answer.find("most")->if_integer());
      const auto made = texts.size() == 1 ? tokenizer.encode(first, most)
                                          : tokenizer.encode(first, *texts[1].if_string(), most);
      CHECK(made.ids == numbers(answer, "ids"));
      CHECK(made.types == numbers(answer, "types"));
      CHECK(made.ids.size() <= most);
    }
  }
}

TEST_CASE("tokenizer: tokens are told by their numbers, and unknown ones can be left out") {
  const auto tokenizer = open_tokenizer("uncased");
  CHECK(tokenizer.text(0) == "[PAD]");
  CHECK(tokenizer.text(999'999).empty());
  CHECK(tokenizer.inner_prefix() == "##");
  CHECK_FALSE(open_tokenizer("roberta").inner_prefix());
  CHECK(tokenizer.tokens("file \u4E00\u4E01 file", 10).size() == 4);
  CHECK(tokenizer.known_tokens("file \u4E00\u4E01 file", 10).size() == 2);
  CHECK(tokenizer.tokens("file file file", 2).size() == 2);
  CHECK(tokenizer.encode("file", 0).ids.size() == 2);  // what belongs around a text is never cut
}

TEST_CASE("tokenizer: a word of a hundred thousand letters takes no time to speak of") {
  const auto tokenizer = open_tokenizer("roberta");
  std::string word;
  for (int i = 0; i < 100'000; ++i) word += static_cast<char>('a' + i % 7);
  CHECK(tokenizer.tokens(word, 64).size() == 64);
}

TEST_CASE("tokenizer: the likeliest pieces of a long word are found in no time to speak of") {
  const auto tokenizer = open_tokenizer("unigram");
  std::string word;
  for (int i = 0; i < 100'000; ++i) word += static_cast<char>('a' + i % 7);
  CHECK(tokenizer.tokens(word, 64).size() == 64);
  CHECK(tokenizer.word_prefix() == "\u2581");
  CHECK_FALSE(tokenizer.inner_prefix());
  CHECK(tokenizer.tokens("\u4E01\u4E02\u4E03", 9).size() == 2);  // the blank, and one for all three
  CHECK(tokenizer.known_tokens("\u4E01\u4E02\u4E03", 9).size() == 1);
}

TEST_CASE("tokenizer: other kinds are refused by name, damaged files with what is wrong") {
  const auto model = refusal("uncased", R"("type":"WordPiece")", R"("type":"WordLevel")");
  CHECK(model.code == "TOKENIZER_NOT_SUPPORTED");
  CHECK(model.cause.find("'WordLevel'; this version supports WordPiece") != std::string::npos);
  CHECK(refusal("uncased", "BertNormalizer", "NFKC")
            .cause.find("normalizer of the kind "
                        "'NFKC'") != std::string::npos);
  CHECK(refusal("uncased", "BertPreTokenizer", "Metaspace").code == "TOKENIZER_NOT_SUPPORTED");
  CHECK(refusal("uncased", "TemplateProcessing", "Other").code == "TOKENIZER_NOT_SUPPORTED");
  CHECK(refusal("roberta", R"("use_regex":true)", R"("use_regex":false)").code ==
        "TOKENIZER_NOT_SUPPORTED");
  CHECK(refusal("roberta", R"("byte_fallback":false)", R"("byte_fallback":true)").code ==
        "TOKENIZER_NOT_SUPPORTED");
  CHECK(refusal("unigram", R"("prepend_scheme":"always")", R"("prepend_scheme":"first")").code ==
        "TOKENIZER_NOT_SUPPORTED");
  CHECK(refusal("unigram", " {2,}", "[ab]").code == "TOKENIZER_NOT_SUPPORTED");
  CHECK(refusal("unigram", R"("type":"WhitespaceSplit")", R"("type":"Digits")").code ==
        "TOKENIZER_NOT_SUPPORTED");
  CHECK(refusal("unigram", R"("precompiled_charsmap":")", R"("precompiled_charsmap":"!)").code ==
        "MODEL_CORRUPT");
  CHECK(refusal("unigram", R"("unk_id":3)", R"("unk_id":300000)").code == "MODEL_CORRUPT");
  CHECK(refusal("unigram", R"(["<pad>",)", R"(["<pad>","a",)").code == "MODEL_CORRUPT");
  const auto merges = refusal("roberta", R"("merges":[[)", R"("merges":[["no","such"],[)");
  CHECK(merges.code == "MODEL_CORRUPT");
  CHECK(merges.cause.find("'no' and 'such'") != std::string::npos);
  CHECK(Tokenizer::parse("{", "x").error().code == "MODEL_CORRUPT");
  CHECK(Tokenizer::parse("[]", "x").error().code == "TOKENIZER_NOT_SUPPORTED");
  CHECK(refusal("cased", R"("[PAD]":0)", R"("[PAD]":"a")").code == "MODEL_CORRUPT");
}

TEST_CASE("tokenizer: a file changed anywhere is read or refused, and what is read works") {
  std::mt19937 random(11);
  for (const std::string name : {"uncased", "added", "unigram", "unigram_bytes"}) {
    const auto whole = file_of(name);
    for (int round = 0; round < 300; ++round) {
      auto changed = whole;
      for (int i = 0; i < 3; ++i) changed[random() % changed.size()] = "\"{}[]:,01a"[random() % 10];
      if (const auto made = Tokenizer::parse(changed, name))
        CHECK(made->encode("def f(): it's [MASK] \xFF\xC3", "한 é", 20).ids.size() <= 60);
    }
  }
}

}  // namespace codeweaver::tokens
