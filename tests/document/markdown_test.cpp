// Tests of page marks, Markdown from blocks, and lines of PDFs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <string>

#include "codeweaver/error_codes.hpp"
#include "document/markdown_writer.hpp"
#include "document/page_mark.hpp"
#include "document/pdf_lines.hpp"
#include "document/pdf_running_lines.hpp"

namespace codeweaver::document {
namespace {

TEST_CASE("document: a piece is on the part that is open where it begins, until its last mark") {
  const auto on = [](const std::string& piece, std::uint32_t before) {
    const auto parts = parts_of(Kind::kPdf, piece, before);
    return std::to_string(parts.first) + '-' + std::to_string(parts.last);
  };
  CHECK(on("no mark", 0) == "0-0");
  CHECK(on("no mark", 4) == "4-4");
  CHECK(on("<!-- page 5 -->\n\ntext", 4) == "5-5");
  CHECK(on("text\n<!-- page 5 -->\n\ntext\n<!-- page 6 -->\n", 4) == "4-5");
  CHECK(on("<!-- page 5 -->\n\n", 4) == "5-5");
  CHECK(parts_of(Kind::kPdf, "text\n<!-- page 5 -->\n", 4).open == 5);
  CHECK(on("<!-- slide 5 -->\n<!-- page x -->\n<!-- page 5", 4) == "4-4");
}

TEST_CASE("document: marks at the end of a piece, unless it has nothing else") {
  const auto marks = [](std::string_view piece) {
    return std::string(marks_at_end(Kind::kPdf, piece));
  };
  CHECK(marks("text\n").empty());
  CHECK(marks("text\n\n<!-- page 2 -->") == "<!-- page 2 -->");
  CHECK(marks("<!-- page 1 -->\ntext\n<!-- page 2 -->\n\n<!-- page 3 -->\n") ==
        "<!-- page 2 -->\n\n<!-- page 3 -->\n");
  CHECK(marks("<!-- page 2 -->\ntext").empty());
  CHECK(marks("<!-- page 2 -->\n").empty());
  CHECK(marks("text\n<!-- slide 2 -->\n").empty());
  CHECK(marks("").empty());
}

TEST_CASE("document: what a text holds by accident is neither heading nor mark") {
  MarkdownWriter writer(Kind::kPdf, 10'000);
  writer.begin_part(1);
  writer.paragraph("# no heading\n  <!-- page 9 -->\n```\n----\nplain");
  const auto text = writer.finish().value();
  CHECK(text == "<!-- page 1 -->\n\n\\# no heading\n\\<!-- page 9 -->\n\\```\n\\----\nplain\n");
  CHECK(parts_of(Kind::kPdf, text, 0).open == 1);
}

TEST_CASE("document: blocks are apart, items and rows of one table are not") {
  MarkdownWriter writer(Kind::kDocx, 10'000);
  writer.heading(2, " Two\nlines ");
  writer.item(0, "first");
  writer.item(1, "second");
  writer.row({"a", "b"});
  writer.row({"1", "2\n3"});
  writer.end_table();
  writer.row({"other", "table"});
  writer.heading(1, "  ");
  writer.code("python", "x = '```'\n");
  CHECK(writer.finish().value() ==
        "## Two lines\n\n- first\n  - second\n\n| a | b |\n| --- | --- |\n| 1 | 2 3 |\n\n"
        "| other | table |\n| --- | --- |\n\n````python\nx = '```'\n````\n");
}

TEST_CASE("document: headings without the sign to link them by") {
  MarkdownWriter writer(Kind::kDocx, 10'000);
  writer.heading(1, "Usage \u00B6");
  writer.heading(1, "\u00B6");
  writer.heading(2, "The \u00B6 sign\u00B6");
  CHECK(writer.finish().value() == "# Usage\n\n## The \u00B6 sign\n");
}

TEST_CASE("document: a text beyond the limit is refused") {
  MarkdownWriter writer(Kind::kDocx, 100);
  for (int i = 0; i < 10; ++i) writer.paragraph("twenty bytes of text");
  CHECK(writer.is_full());
  CHECK(writer.finish().error().code == error_code::kDocumentTooLarge);
}

TEST_CASE("document: large type makes headings, space makes paragraphs, hyphens join") {
  const float x = 10;
  const std::vector<PdfPage> pages{
      {{"Guide", 20, 700},
       {"Setting up", 14, 660},
       {"The first line of the text that is", x, 640},
       {"continued in the sec", x, 628, true},
       {"ond line.", x, 616},
       {"Another paragraph.", x, 590},
       {"3", 14, 560}},
      {{"Setting down", 14, 700}, {"ends.", x, 680}},
  };
  CHECK(pdf_markdown(pages, {}).value() ==
        "<!-- page 1 -->\n\n# Guide\n\n## Setting up\n\nThe first line of the text that is\n"
        "continued in the second line.\n\nAnother paragraph.\n\n3\n\n"
        "<!-- page 2 -->\n\n## Setting down\n\nends.\n");
}

TEST_CASE("document: what pages repeat at their heads and feet is left out, and nothing else") {
  std::vector<PdfPage> pages;
  for (int number = 1; number <= 12; ++number) {
    const auto text = std::to_string(number);
    PdfPage page{
        {"Body of " + text, 10, 600},
        {"More", 10, 588},
        {"Same on all pages", 10, 576},
        {"Even more", 10, 564},
        {number % 2 == 0 ? "%" + text + " = 1" : "Example:", 10, number % 4 == 1 ? 100.F : 90.F},
        {text, 10, 40}};
    if (number > 2 && number < 9)  // left and right
      page.insert(page.begin(),
                  {number % 2 == 0 ? text + " Chapter 2: Pumps" : "Motors " + text, 14, 760});
    pages.push_back(std::move(page));
  }
  pages.push_back({{"7", 10, 40}});  // too short to have a head
  drop_running_lines(pages);
  const auto all = pdf_markdown(pages, {}).value();
  CHECK(all.find("Chapter 2") == std::string::npos);
  CHECK(all.find("Motors") == std::string::npos);
  CHECK(all.find("<!-- page 3 -->\n\nBody of 3\nMore\nSame on all pages\nEven more\n") !=
        std::string::npos);
  CHECK(all.find("%4 = 1") != std::string::npos);
  CHECK(all.find("Example:") != std::string::npos);
  CHECK(all.ends_with("<!-- page 13 -->\n\n7\n"));
  CHECK(pages[3].size() == 5);
}

}  // namespace
}  // namespace codeweaver::document
