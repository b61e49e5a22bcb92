// Excerpts: snippets by query terms, windows into long lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/excerpt.hpp"

#include <doctest/doctest.h>

#include <string>

#include "engine/searching/shown_text.hpp"

namespace codeweaver::engine {
namespace {

TEST_CASE("excerpt: full is the chunk, summary its signature") {
  const std::string chunk = "/** Says hello. */\n@inline\nvoid hello(int times) {\n  go();\n}\n";
  CHECK(excerpt(chunk, Detail::kFull, {}) == chunk);
  CHECK(excerpt(chunk, Detail::kSummary, {}) == "void hello(int times) {\n");
}

TEST_CASE("excerpt: a snippet shows the signature and the lines that answer the query") {
  std::string chunk = "def work(items):\n";
  for (int i = 0; i < 30; ++i) chunk += "    step_" + std::to_string(i) + "()\n";
  chunk += "    retry_upload(items)\n    back_off()\n";
  for (int i = 30; i < 60; ++i) chunk += "    step_" + std::to_string(i) + "()\n";
  const auto snippet = excerpt(chunk, Detail::kSnippet, {"retry", "upload"});
  CHECK(snippet.starts_with("def work(items):\n"));
  CHECK(snippet.find("retry_upload(items)") != std::string::npos);
  CHECK(snippet.find("...\n") != std::string::npos);
  CHECK(snippet.size() < chunk.size() / 3);
}

TEST_CASE("excerpt: what the query asks for is shown from two places") {
  std::string chunk = "def work(items):\n";
  for (int i = 0; i < 30; ++i) chunk += "    step_" + std::to_string(i) + "()\n";
  chunk += "    retry_upload(items)\n    retry_upload(parcels)\n";
  for (int i = 30; i < 60; ++i) chunk += "    step_" + std::to_string(i) + "()\n";
  chunk += "    back_off()\n";
  const auto snippet = excerpt(chunk, Detail::kSnippet, {"retry", "upload", "back", "off"});
  CHECK(snippet.find("retry_upload(parcels)") != std::string::npos);
  CHECK(snippet.find("back_off()") != std::string::npos);
}

TEST_CASE("excerpt: short chunks are shown whole, long lines are cut between characters") {
  CHECK(excerpt("int x;\nint y;\n", Detail::kSnippet, {}) == "int x;\nint y;\n");
  std::string line = "s = '";
  while (line.size() < 400) line += "\u00e9";
  const auto cut = excerpt(line, Detail::kSnippet, {});
  CHECK(cut.size() < 260);
  CHECK(cut.ends_with("\u00e9...\n"));
}

TEST_CASE(
    "excerpt: of a long line the place with the query's terms is shown, marked on both sides") {
  std::string line = "{";
  for (int i = 0; i < 400; ++i) line += "\"k" + std::to_string(i) + "\":[1,2,3],";
  const auto middle = line.size();
  line += "\"retryPolicy\":{\"upload\":\"exponential\"},";
  line += line.substr(1, middle);
  for (const auto detail : {Detail::kSnippet, Detail::kSummary}) {
    const auto shown = excerpt(line, detail, {"retry", "upload"});
    CHECK(shown.find("\"retryPolicy\":{\"upload\"") != std::string::npos);
    CHECK(shown.starts_with("..."));
    CHECK(shown.ends_with("...\n"));
    CHECK(shown.size() <= 247);
  }
}

TEST_CASE("excerpt: a chunk of few tokens and many bytes is shown around the query's terms") {
  const std::string blanks(3'000'000, ' ');
  const auto far =
      excerpt("x = 1;" + blanks + "retry();" + blanks + "y = 2;\nend\n", Detail::kFull, {"retry"});
  CHECK(far.size() < 5000);
  CHECK(far.find("retry();") != std::string::npos);
  CHECK(far.starts_with("..."));
  CHECK(far.ends_with("...\nend\n"));
  const auto ruled = excerpt("// retry\n" + std::string(3'000'000, '='), Detail::kFull, {"retry"});
  CHECK(ruled.starts_with("// retry\n===="));
  CHECK(ruled.ends_with("=...\n"));
  CHECK(ruled.size() < 5000);
  CHECK(excerpt(std::string(200'000, '\n') + "x", Detail::kFull, {}).size() <= 64U << 10);
}

const std::string kPage =
    "<div class=\"section\">\n<div class=\"titlepage\">\n<h3 class=\"title\">Leases</h3>\n</div>\n"
    "<p>A <em>lease</em> ends after an hour, unless its client renews it.</p>\n"
    "<form action=\"/release\"></form>\n</div>\n";

TEST_CASE("shown text: of a page of HTML what is read, and which lines those were") {
  Focus focus{.text = kPage, .symbol = "Leases", .kind = "section", .named_line = 2};
  std::string page;
  const auto read = as_read(focus, "html", {"lease"}, page);
  CHECK(read.text == "### Leases\nA lease ends after an hour, unless its client renews it.\n");
  CHECK(read.named_line == 0);
  CHECK(shown_text(read, "", false, Detail::kSnippet, {"lease"}) == read.text);
  focus.named_line = 5;  // of which nothing is read
  CHECK_FALSE(as_read(focus, "html", {"lease"}, page).named_line);
}

TEST_CASE("shown text: other languages, templates and tags that answer are shown as written") {
  const Focus focus{.text = kPage};
  std::string page;
  CHECK(as_read(focus, "vue", {"lease"}, page).text == kPage);
  CHECK(as_read(focus, "html", {"action"}, page).text == kPage);
  const Focus of_template{.text =
                              "<p>{% for lease in leases %} ends after {{ lease.hours }}</p>\n"};
  CHECK(as_read(of_template, "html", {"lease"}, page).text == of_template.text);
}

}  // namespace
}  // namespace codeweaver::engine
