// Tests of answers from search results: the extractive model, custom models, citations.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/answer_model.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>

#include "codeweaver/ask.hpp"
#include "codeweaver/text/token_count.hpp"
#include "plugins/project.hpp"

namespace codeweaver {
namespace {

Passage passage(std::string_view path, std::uint32_t first, std::string_view content) {
  Passage out;
  out.path = path;
  out.content = content;
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(content, '\n'));
  out.lines = {first, first + lines - (content.ends_with('\n') ? 1 : 0)};
  out.relevance = 0.5;
  return out;
}

const std::vector<Passage> kPassages = {
    passage("src/upload.py", 10,
            "def upload(path):\n    for attempt in range(3):\n"
            "        # failed uploads are retried\n        send(path)\n    log(path)\n"),
    passage("src/paint.py", 1, "def paint(canvas):\n    canvas.fill()\n")};

TEST_CASE(
    "the extractive model quotes the lines that hold the question's words, with their place") {
  const auto model = make_extractive_answer_model();
  const auto answer = model->answer({"where are failed uploads retried", kPassages, 1000}).value();
  REQUIRE(answer.citations.size() == 1);
  CHECK(answer.citations.front() == Citation{0, {12, 12}});
  CHECK(answer.text == "src/upload.py:12 [1]\n        # failed uploads are retried\n");
  CHECK(model->answer({"quantum chromodynamics", kPassages, 1000}).value().text.empty());
  CHECK(model->answer({"failed uploads", {}, 1000}).value().citations.empty());
}

TEST_CASE("the lines that share most words are quoted, not one that holds a rare word alone") {
  const std::vector<Passage> passages = {passage(
      "returns.md", 1,
      "## Refunds\n\nThe money goes back within a week. An invoice that was\nrefunded keeps "
      "its number.\n")};
  const auto answer = make_extractive_answer_model()
                          ->answer({"what happens to an invoice that was refunded", passages, 1000})
                          .value();
  CHECK(answer.citations == std::vector<Citation>{{0, {3, 4}}});
}

/// A passage of a document.
Passage section(std::string_view language, std::string_view content, std::string_view symbol = {}) {
  auto out = passage("terms", 1, content);
  out.language = language;
  out.symbol = symbol;
  return out;
}

TEST_CASE("a text in the line of its heading is an answer, as in pages of HTML") {
  const std::vector<Passage> passages = {
      {.path = "guide.html",
       .lines = {1, 1},
       .symbol = "Guide/Gift wrapping",
       .language = "markdown",
       .content = "# Gift wrapping Parcels are wrapped in blue tissue"}};
  const auto model = make_extractive_answer_model();
  const auto answer = model->answer({"what are parcels wrapped in", passages, 1000});
  REQUIRE(answer);
  CHECK(answer->text.find("blue tissue") != std::string::npos);
}

TEST_CASE("a heading alone is not an answer, in any kind of document; the text below it is") {
  struct Case {
    const char *language, *heading, *below;
  };
  const Case cases[] = {
      {"markdown", "# Payment terms\n\n", "Within thirty days.\n"},
      {"markdown", "Payment terms\n=============\n\n", "Within thirty days.\n"},
      {"markdown", "**Payment terms**\n\n", "Within thirty days.\n"},
      {"restructuredtext", "Payment terms\n~~~~~~~~~~~~~\n\n", "Within thirty days.\n"},
      {"asciidoc", "== Payment terms\n\n", "Within thirty days.\n"},
      {"org", "** Payment terms\n", "Within thirty days.\n"},
      {"latex", "\\section{Payment terms}\n", "Within thirty days.\n"},
      {"page", "## Payment terms\n", "Within thirty days.\n"},
      {"text", "Payment terms\n\n", "Within thirty days.\n"}};
  const auto model = make_extractive_answer_model();
  for (const auto& [language, heading, below] : cases) {
    CAPTURE(std::string(language));
    CAPTURE(std::string(heading));
    const std::string whole = std::string(heading) + below;
    const std::vector<Passage> full = {section(language, whole)};
    const auto said = model->answer({"What are the payment terms?", full, 1000}).value();
    CHECK(said.text.ends_with("[1]\nWithin thirty days.\n"));
    if (std::string_view(language) == "text") continue;  // one line is as likely a sentence
    const std::vector<Passage> bare = {section(language, heading)};
    CHECK(model->answer({"What are the payment terms?", bare, 1000}).value().text.empty());
  }
  const std::vector<Passage> below = {
      section("markdown", "Within thirty days.\n", "Payment terms")};
  CHECK_FALSE(model->answer({"What are the payment terms?", below, 1000}).value().text.empty());
}

TEST_CASE("lines that hold little of a question are no answer to it") {
  const auto model = make_extractive_answer_model();
  const auto text = [&](const char* question, const std::vector<Passage>& passages) {
    return model->answer({question, passages, 1000}).value().text;
  };
  CHECK(text("which currency are invoices of failed customers in", kPassages).empty());
  const std::vector<Passage> shell = {
      section("markdown", "# Setup\n\n```sh\n# refund an invoice\nshop refund 7\n```\n")};
  CHECK(text("refund an invoice", shell).find("# refund an invoice") != std::string::npos);
}

TEST_CASE("weak passages do not change whether a passage is an answer") {
  const auto content_of = [](const char* path) {
    std::ifstream file(std::string(CODEWEAVER_TEST_DATA "/shop/src/") + path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const auto upload = content_of("billing/upload.py"), pool = content_of("database/pool.py");
  auto right =
      passage("src/billing/upload.py", 10, std::string_view(upload).substr(upload.find("def ")));
  right.symbol = "upload_invoice";
  right.relevance = 0.76;
  auto weak = passage("src/database/pool.py", 1, pool);
  weak.symbol = "ConnectionPool";
  weak.relevance = 0.3;
  const auto model = make_extractive_answer_model();
  const auto text = [&](const std::vector<Passage>& passages) {
    return model->answer({"how long does an upload pause before it is tried again", passages, 1000})
        .value()
        .text;
  };
  CHECK(text({right}).starts_with("src/billing/upload.py"));
  CHECK(text({right, weak}) == text({right}));
}

TEST_CASE("its text stays within the limit, and is the same each time") {
  const auto model = make_extractive_answer_model();
  std::vector<Passage> many(20, kPassages.front());
  for (const std::size_t limit : {0, 10, 30, 100, 1000}) {
    const auto answer = model->answer({"failed uploads retried", many, limit}).value();
    CHECK(text::count_tokens(answer.text) <= limit);
    CHECK(answer.text == model->answer({"failed uploads retried", many, limit}).value().text);
  }
  CHECK(model->answer({"failed uploads retried", many, 1000}).value().citations.size() == 20);
}

class OwnModel final : public AnswerModel {
 public:
  using Say = std::function<Result<ModelAnswer>(const AnswerRequest&)>;
  explicit OwnModel(Say say) : say_(std::move(say)) {}
  const AnswerModelInfo& info() const noexcept override { return info_; }
  Result<ModelAnswer> answer(const AnswerRequest& request, std::stop_token) const override {
    return say_(request);
  }

 private:
  AnswerModelInfo info_{"test", "own", false};
  Say say_;
};

const std::map<std::string, std::string> kTold = {
    {"src/upload.py", "def upload(path):\n    # failed uploads are retried\n    send(path)\n"},
    {"src/paint.py", "def paint(canvas):\n    canvas.fill()\n"}};

TEST_CASE("a question is answered out of what a search finds") {
  const test::OwnProject project(kTold);
  auto workspace = project.open();
  const auto answer =
      ask(workspace, *make_extractive_answer_model(), "where are failed uploads retried").value();
  CHECK(answer.text.find("# failed uploads are retried") != std::string::npos);
  REQUIRE(!answer.citations.empty());
  CHECK(answer.citations.front() == CitedPlace{"src/upload.py", {2, 2}, {}, {}});
  CHECK(answer.model == "codeweaver/extractive-1");
  CHECK(answer.found.matches.front().file.path == "src/upload.py");
}

TEST_CASE("without a model the extractive one answers, and a reason is given where nothing does") {
  const test::OwnProject project(kTold);
  auto workspace = project.open();
  const auto answer = ask(workspace, "where are failed uploads retried").value();
  CHECK(answer.model == "codeweaver/extractive-1");
  CHECK(answer.citations.size() == 1);
  CHECK(answer.warnings.empty());
  const auto none = ask(workspace, "who pays for the upload of the annual report").value();
  CHECK(none.text.empty());
  CHECK(none.citations.empty());
  CHECK(none.warnings.back() == "The passages found do not answer the question");
  const test::OwnProject empty({});
  auto nothing = empty.open();
  CHECK(ask(nothing, "who pays").value().warnings.back() == "Nothing is indexed");
}

TEST_CASE("a page is quoted as it is read, at the lines of its source; a template as it is") {
  const test::OwnProject project(
      {{"guide.html",
        "<h1>Uploads</h1>\n<p class=\"lead\">Failed uploads are <b>retried</b> &amp; counted,\n"
        "three times at most.</p>\n"},
       {"list.html", "<ul>{{#each uploads}}<li>{{ name }}</li>{{/each}}</ul>\n"}});
  auto workspace = project.open();
  std::map<std::string, Passage, std::less<>> given;
  std::map<std::string, std::string, std::less<>> contents;
  const OwnModel model([&](const AnswerRequest& request) {
    for (const auto& one : request.passages) {
      given.emplace(one.path, one);
      contents.emplace(one.path, one.content);
    }
    return make_extractive_answer_model()->answer(request);
  });
  const auto answer = ask(workspace, model, "are failed uploads retried").value();
  REQUIRE(given.contains("guide.html"));
  CHECK(contents["guide.html"] ==
        "# Uploads\nFailed uploads are retried & counted,\nthree times at most.");
  CHECK(given.at("guide.html").language == "page");
  CHECK(answer.text.find("Failed uploads are retried & counted,\n") != std::string::npos);
  CHECK(answer.citations.front() == CitedPlace{"guide.html", {2, 2}, {}, {}});
  if (given.contains("list.html")) CHECK(contents["list.html"].find("<ul>") == 0);
}

TEST_CASE("a model of the program gets whole passages, best first, as many as were asked for") {
  const test::OwnProject project(kTold);
  auto workspace = project.open();
  AskOptions options;
  options.passages = 1;
  options.token_limit = 77;
  const OwnModel model([](const AnswerRequest& request) {
    REQUIRE(request.passages.size() == 1);
    CHECK(request.passages.front().path == "src/upload.py");
    CHECK(request.passages.front().symbol == "upload");
    CHECK(request.passages.front().content.find("send(path)") != std::string_view::npos);
    CHECK(request.token_limit == 77);
    return ModelAnswer{"In upload [1].", {{0, {1, 3}}}};
  });
  const auto answer = ask(workspace, model, "failed uploads", options).value();
  CHECK(answer.text == "In upload [1].");
  CHECK(answer.warnings.empty());
}

TEST_CASE("citations of what the model was not given are taken out, and the others numbered anew") {
  const test::OwnProject project(kTold);
  auto workspace = project.open();
  const OwnModel model([](const AnswerRequest&) {
    return ModelAnswer{"No [1], nor [2]; but a[0] here [3], [9] and [x.",
                       {{7, {1, 1}}, {0, {1, 99}}, {0, {2, 3}}}};
  });
  const auto answer = ask(workspace, model, "failed uploads").value();
  CHECK(answer.text == "No , nor ; but a[0] here [1], [9] and [x.");
  CHECK(answer.citations == std::vector<CitedPlace>{{"src/upload.py", {2, 3}, {}, {}}});
  REQUIRE(answer.warnings.size() == 1);
  CHECK(answer.warnings.front().starts_with("2 citations of the model"));
}

TEST_CASE("quoted words that no passage holds are told with their citation, and in a warning") {
  const test::OwnProject project(kTold);
  auto workspace = project.open();
  const OwnModel model([](const AnswerRequest&) {
    return ModelAnswer{"It says \"failed uploads are RETRIED\" [1], and \"five times\" [2].",
                       {{0, {1, 3}}, {0, {2, 2}}}};
  });
  const auto answer = ask(workspace, model, "failed uploads").value();
  REQUIRE(answer.citations.size() == 2);
  CHECK(answer.citations[0].unverified.empty());
  CHECK(answer.citations[1].unverified == std::vector<std::string>{"five times"});
  CHECK(answer.warnings ==
        std::vector<std::string>{
            "The answer quotes text that is in none of the sources: \"five times\""});
}

TEST_CASE(
    "an answer is told while it comes, after the passages; a model of one piece all at once") {
  class Talker final : public AnswerModel {
   public:
    const AnswerModelInfo& info() const noexcept override { return info_; }
    Result<ModelAnswer> answer(const AnswerRequest&, std::stop_token) const override {
      return ModelAnswer{"One two", {}};
    }
    Result<ModelAnswer> stream(const AnswerRequest& request, const TakeText& take,
                               std::stop_token stop) const override {
      if (!take("One ") || !take("two"))
        return Error{ErrorCategory::kCancelled, "CANCELLED", "stopped", "", ""};
      return answer(request, std::move(stop));
    }

   private:
    AnswerModelInfo info_{"test", "talker", false};
  };
  const test::OwnProject project(kTold);
  auto workspace = project.open();
  std::vector<std::string> told;
  bool is_wanted = true;
  AskOptions options;
  options.on_passages = [&](std::span<const Passage> passages) {
    told.push_back(std::to_string(passages.size()));
  };
  options.on_text = [&](std::string_view piece) {
    told.emplace_back(piece);
    return is_wanted;
  };
  CHECK(ask(workspace, Talker(), "failed uploads", options)->text == "One two");
  REQUIRE(told.size() == 3);
  CHECK(told[1] + told[2] == "One two");
  is_wanted = false;
  CHECK(ask(workspace, Talker(), "failed uploads", options).error().code == "CANCELLED");
  is_wanted = true;
  told.clear();
  const auto quoted =
      ask(workspace, *make_extractive_answer_model(), "failed uploads", options).value();
  REQUIRE(told.size() == 2);
  CHECK(told[1] == quoted.text);
}

TEST_CASE("what other wordings of a question find is fused with what it finds") {
  const test::OwnProject project(kTold);
  auto workspace = project.open();
  const OwnModel model([](const AnswerRequest& request) {
    CHECK(std::ranges::any_of(
        request.passages, [](const Passage& passage) { return passage.path == "src/paint.py"; }));
    return ModelAnswer();
  });
  AskOptions options;
  options.queries = {"fill the canvas", "paint"};
  CHECK(ask(workspace, model, "failed uploads", options));
  options.queries.assign(6, "more");
  CHECK(ask(workspace, model, "failed uploads", options).error().code == "INVALID_OPTION");
}

TEST_CASE("a model that fails or throws, and options out of range, are errors") {
  const test::OwnProject project(kTold);
  auto workspace = project.open();
  const OwnModel thrower(
      [](const AnswerRequest&) -> Result<ModelAnswer> { throw std::runtime_error("no service"); });
  CHECK(ask(workspace, thrower, "uploads").error().code == "ANSWER_MODEL_FAILED");
  AskOptions none;
  none.passages = 0;
  CHECK(ask(workspace, thrower, "uploads", none).error().code == "INVALID_OPTION");
  CHECK(ask(workspace, thrower, " ").error().code == "EMPTY_QUERY");
}

}  // namespace
}  // namespace codeweaver
