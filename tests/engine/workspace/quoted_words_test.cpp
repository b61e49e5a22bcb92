// Tests of quotes in an answer: recognition, their citations and their sources.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/workspace/quoted_words.hpp"

#include <doctest/doctest.h>

namespace codeweaver {
namespace {

TEST_CASE("quotes are what stands in quotation marks, backticks and fenced code") {
  const auto quotes = quotes_of(
      "It says \"retry three times\" and `send()` [1], \u201ctwice\u201d [2][3].\n\n"
      "Not \"closed, nor \"\".\n```py\nsend(path)\n\n}\n```\nSo [4]. \"Alone\"");
  std::vector<std::string> texts;
  for (const auto& quote : quotes) texts.push_back(quote.text);
  CHECK(texts == std::vector<std::string>{"retry three times", "send()", "twice", "closed, nor ",
                                          "send(path)", "Alone"});
  CHECK(quotes[0].citations == std::vector<std::size_t>{1});
  CHECK(quotes[1].citations == std::vector<std::size_t>{1});
  CHECK(quotes[2].citations == std::vector<std::size_t>{2, 3});
  CHECK(quotes[4].citations == std::vector<std::size_t>{4});
  CHECK(quotes[5].citations.empty());
}

TEST_CASE("a source holds a quote where its words stand side by side") {
  const Passage passages[] = {
      {"src/upload.py",
       {1, 2},
       "Uploader.send",
       "python",
       "# **Failed uploads**\n# are retried, \u201cgently\u201d; f\u00fcr x\n",
       1}};
  const QuotedWords words("why does paint fail", passages);
  for (const auto* held : {"failed uploads are retried", "Failed ... retried", "gently", "send",
                           "src/upload.py:1-2", "upload.py", "paint", "...", "f\u00fcr", ""})
    CHECK_MESSAGE(words.hold(held), held);
  for (const auto* other : {"uploads failed", "retried twice", "uploa", "Failed ... thrice", "f"})
    CHECK_MESSAGE(!words.hold(other), other);
}

}  // namespace
}  // namespace codeweaver
