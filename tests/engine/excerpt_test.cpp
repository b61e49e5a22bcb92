// Excerpts: snippets by query terms, windows into long lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/text/excerpt.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "codeweaver/detail/verbatim_line.hpp"
#include "engine/searching/answer/shown_text.hpp"

namespace codeweaver::engine {
namespace {

using Terms = std::set<std::string, std::less<>>;

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

std::string function_of(std::size_t lines) {
  std::string chunk = "def weigh(parcels):\n";
  for (std::size_t i = 1; i + 1 < lines; ++i) chunk += "    step_" + std::to_string(i) + "()\n";
  return chunk + "    return parcels\n";
}

TEST_CASE("excerpt: a definition of up to forty lines is shown whole, a longer one with marks") {
  for (const std::size_t lines : {9, 30, 40})
    CHECK(excerpt(function_of(lines), Detail::kSnippet, {"weigh"}) == function_of(lines));
  const auto cut = excerpt(function_of(41), Detail::kSnippet, {"weigh"});
  CHECK(cut.starts_with("def weigh(parcels):\n"));
  CHECK(cut.ends_with("()\n...\n"));
  const auto below =
      excerpt("# one\n# two\n\n" + function_of(60), Detail::kSnippet, {"weigh"}, {.signature = 3});
  CHECK(below.starts_with("...\ndef weigh(parcels):\n"));
  const auto brief =
      excerpt(function_of(30), Detail::kSnippet, {"weigh"}, {.whole_lines = kBriefLines});
  CHECK(brief.ends_with("...\n"));
}

TEST_CASE("excerpt: lines that are blank are left out without a mark") {
  const auto text = std::string("\n\n") + function_of(40) + "\n\n";
  const auto shown = excerpt(text, Detail::kSnippet, {}, {.signature = 2});
  CHECK(shown.find("...") != std::string::npos);  // of its middle
  CHECK_FALSE(shown.starts_with("..."));
}

TEST_CASE("excerpt: a line that holds the query word for word is always shown") {
  std::string chunk = "#!/bin/sh\n";
  for (int i = 0; i < 30; ++i)
    chunk +=
        "echo \"door start: failed to use the side entrance; WARN " + std::to_string(i) + "\"\n";
  chunk += "sudo doord || echo \"WARN: doord failed to start; use it\"\n";
  for (int i = 0; i < 30; ++i) chunk += "echo \"WARN failed start doord door use\"\n";
  const Terms terms = {"warn", "doord", "fail", "start", "use"};
  for (const auto* const query :
       {"WARN: doord failed to start; use it", "\"warn: doord failed to  start; use it\""}) {
    const auto shown = excerpt(chunk, Detail::kSnippet, terms, {.query = query});
    CHECK(shown.find("WARN: doord failed to start; use it") != std::string::npos);
  }
  const rank::VerbatimLine verbatim("doord failed to star");
  CHECK_FALSE(verbatim.is_in("WARN: doord failed to start"));
  CHECK(verbatim.is_in("Doord failed to star"));
}

CodeMatch match_of_content(std::string content) {
  CodeMatch match;
  match.span = {101, 100 + static_cast<std::uint32_t>(std::ranges::count(content, '\n'))};
  match.content.content = std::move(content);
  match.content.chunk_name = "scales.py:Scales.weigh";
  return match;
}

TEST_CASE("shorter snippet: the named line and the one asked for stay, what is cut is marked") {
  auto match = match_of_content(function_of(36));
  match.content.metadata.emplace("asked_line", "130");
  const auto brief = shorter_snippet(match, kBriefLines, {}, "");
  CHECK(brief.starts_with("def weigh(parcels):\n"));
  CHECK(brief.find("    step_29()\n") != std::string::npos);
  CHECK(brief.find("\n...\n") != std::string::npos);
  CHECK(std::ranges::count(brief, '\n') <= 13);
  match.content.content = brief;
  CHECK(shorter_snippet(match, kBriefLines, {}, "") == brief);
}

TEST_CASE("shorter snippet: of the middle of a definition its first line stays before the mark") {
  const auto match = match_of_content("def weigh(parcels):\n...\n" + function_of(30));
  const auto brief = shorter_snippet(match, kBriefLines, {"step", "29"}, "");
  CHECK(brief.starts_with("def weigh(parcels):\n...\n"));
  CHECK(brief.find("...\n...") == std::string::npos);
  CHECK(brief.size() < match.content.content.size() / 2);
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
  CHECK(shown_text(read, "", false, {Detail::kSnippet, {"lease"}}) == read.text);
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
