// Tests of spelling: which words of a query are corrected, and to what.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/question/spelling.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "codeweaver/detail/name_match.hpp"
#include "engine/open_index.hpp"
#include "engine/searching/question/question.hpp"
#include "engine/searching/search.hpp"
#include "store/postings/term_dictionary.hpp"
#include "store/search/similar_terms.hpp"
#include "store/search/term_coverage.hpp"
#include "store/segments/segment_impl.hpp"

namespace codeweaver::engine {
namespace {

std::string corrected(std::string_view query) {
  const auto found = correct_spelling(open_shop().snapshot(), query);
  return found ? found->text : std::string(query);
}

std::vector<std::string> all_terms() {
  std::vector<std::string> out;
  for (const auto& part : open_shop().snapshot().parts)
    for (store::TermCursor cursor(part.segment->impl().dictionary); cursor.next();)
      out.push_back(cursor.term());
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool has_only_letters(std::string_view term) {
  return std::ranges::all_of(term, [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

TEST_CASE("spelling: a word that occurs nowhere becomes the word of the project") {
  CHECK(corrected("where do we autenticate users") == "where do we authenticate users");
  CHECK(corrected("databse conection pool") == "database connection pool");
  CHECK(corrected("Databse") == "Database");
  CHECK(corrected("DATABSE") == "DATABASE");
  CHECK(corrected("failed uplaods") == "failed uploads");
}

TEST_CASE("spelling: parts of names are corrected, and the name keeps its style") {
  CHECK(corrected("where is ConectionPool made") == "where is ConnectionPool made");
  CHECK(corrected("who calls uplaod_invoice") == "who calls upload_invoice");
}

TEST_CASE("spelling: a half-remembered name in a question becomes the only name with its parts") {
  const auto context = open_shop().context();
  const auto meant = [&](std::string_view query) {
    const auto question = understand(context, query, {}, {});
    REQUIRE(question);
    return std::string(question->query);
  };
  CHECK(meant("invoice_upload of a customer") == "upload_invoice of a customer");
  CHECK(meant("user_login of a customer") == "user_login of a customer");
  CHECK(meant("uploading_invoices of a customer") == "upload_invoice of a customer");
  CHECK(meant("invoice_upload") == "invoice_upload");  // the look-up of names does it
}

TEST_CASE("spelling: the definition that a half-remembered name means comes first") {
  const auto context = open_shop().context();
  const auto answer = search(context, "invoice_upload when the customer pays", {}, {});
  REQUIRE(answer);
  REQUIRE_FALSE(answer->matches.empty());
  CHECK(answer->matches.front().file.path == "src/billing/upload.py");
  CHECK(answer->matches.front().match_type == MatchType::kSyntactic);
  REQUIRE(answer->confidence);
  CHECK(*answer->confidence < 0.95);  // a guess, unlike a name that is typed in full
}

TEST_CASE("spelling: words of the project, known words, quotes and short words stay") {
  for (const std::string query :
       {"where do we authenticate users", "how are lasers cooled", "grep the kafka queue",
        "pooled connector", "\"databse\" pool", "`databse` pool", "ConectionPool", "usr db",
        "0xdeadbeef 12345678", ""})
    CHECK(corrected(query) == query);
}

TEST_CASE("spelling: a misspelled question finds what the right one finds, and says so") {
  const auto context = open_shop().context();
  SearchOptions options;
  const auto right = search(context, "where do we retry failed uploads", options, {});
  const auto wrong = search(context, "where do we retry failed uplaods", options, {});
  REQUIRE(right);
  REQUIRE(wrong);
  REQUIRE_FALSE(wrong->matches.empty());
  CHECK(wrong->matches.front().file.path == right->matches.front().file.path);
  CHECK(wrong->matches.front().relevance_score == right->matches.front().relevance_score);
  CHECK(std::ranges::count(wrong->warnings,
                           "Searched for \"uploads\" instead of \"uplaods\", which occurs in no "
                           "indexed file") == 1);
  CHECK(right->warnings.empty());
}

TEST_CASE("spelling: reports, places and questions in another language are not changed") {
  const auto context = open_shop().context();
  for (const auto* query : {"src/databse/pool.py:12",
                            "wo werden die Datenbankverbindngen nach einem Fehler geschlossen"}) {
    const auto question = understand(context, query, {}, {});
    REQUIRE(question);
    CHECK(question->corrected == nullptr);
    CHECK(question->query == query);
  }
}

TEST_CASE("similar terms: the nearest term of all, the most frequent one among equals") {
  const auto& snapshot = open_shop().snapshot();
  const auto terms = all_terms();
  std::size_t checked = 0;
  for (std::size_t i = 0; i < terms.size(); i += 7) {
    std::string typed = terms[i];
    if (typed.size() < 5 || !has_only_letters(typed)) continue;
    std::swap(typed[2], typed[3]);
    std::size_t least = 2;
    for (const auto& term : terms)
      for (std::size_t slips = 0; slips < least; ++slips)
        if (term[0] == typed[0] && has_only_letters(term) &&
            text::are_within_slips(typed, term, slips))
          least = slips;
    const auto found = store::most_similar_term(snapshot, typed, 2);
    REQUIRE(found);
    CHECK(found->slips == least);
    CHECK(text::are_within_slips(typed, found->text, least));
    CHECK(found->frequency > 0);
    ++checked;
  }
  CHECK(checked > 20);
  CHECK_FALSE(store::most_similar_term(snapshot, "zzzzzzzz", 2));
  CHECK_FALSE(store::most_similar_term(snapshot, "", 2));
}

}  // namespace codeweaver::engine
