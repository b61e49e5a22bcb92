// Tests of office documents and notebooks: extracted text, and hostile files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <chrono>
#include <stop_token>
#include <string>

#include "codeweaver/error_codes.hpp"
#include "document/document.hpp"
#include "document/office_archive.hpp"

namespace codeweaver::document {
namespace {

std::string paragraph(const std::string& text, const std::string& properties = "") {
  return "<w:p><w:pPr>" + properties + "</w:pPr><w:r><w:t>" + text + "</w:t></w:r></w:p>";
}

std::string code_of(Kind kind, const std::string& bytes, const Limits& limits = {}) {
  const auto text = to_markdown(kind, bytes, limits);
  return text ? "" : text.error().code;
}

TEST_CASE("docx: headings come from styles, their bases, and outline levels") {
  const auto bytes =
      word_document(paragraph("By name", "<w:pStyle w:val='a'/>") +
                        paragraph("By base", "<w:pStyle w:val='b'/>") +
                        paragraph("By level", "<w:outlineLvl w:val='2'/>") + paragraph("Text"),
                    "<w:style w:styleId='a'><w:name w:val='heading 2'/></w:style>"
                    "<w:style w:styleId='b'><w:name w:val='Own'/><w:basedOn w:val='a'/></w:style>");
  CHECK(to_markdown(Kind::kDocx, bytes).value() ==
        "<!-- page 1 -->\n\n## By name\n\n## By base\n\n### By level\n\nText\n");
}

TEST_CASE("docx: what was deleted and codes of fields are not text, insertions are") {
  const auto bytes = word_document(
      "<w:p><w:r><w:t>kept </w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
      "<w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>");
  CHECK(to_markdown(Kind::kDocx, bytes).value() == "<!-- page 1 -->\n\nkept new\n");
}

TEST_CASE("docx: a break at the start of a paragraph puts it on the next page") {
  const auto bytes = word_document(
      paragraph("one") + "<w:p><w:r><w:lastRenderedPageBreak/><w:t>two</w:t></w:r></w:p>" +
      "<w:p><w:r><w:t>still two</w:t><w:br w:type='page'/></w:r></w:p>" +
      "<w:p><w:r><w:lastRenderedPageBreak/><w:t>four</w:t></w:r></w:p>");
  CHECK(to_markdown(Kind::kDocx, bytes).value() ==
        "<!-- page 1 -->\n\none\n\n<!-- page 2 -->\n\ntwo\n\nstill two\n\n<!-- page 3 -->\n\n"
        "<!-- page 4 -->\n\nfour\n");
}

TEST_CASE("docx: damaged, protected, unpacking to too much: one error each") {
  CHECK(code_of(Kind::kDocx, "") == error_code::kDocumentCorrupt);
  CHECK(code_of(Kind::kDocx, "PK\x03\x04 and no more") == error_code::kDocumentCorrupt);
  CHECK(code_of(Kind::kDocx, archive_of({{"other", "x"}})) == error_code::kDocumentCorrupt);
  CHECK(code_of(Kind::kDocx, archive_of({{"word/document.xml", "<a><b>"}})) ==
        error_code::kDocumentCorrupt);
  CHECK(code_of(Kind::kDocx, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 more") ==
        error_code::kDocumentEncrypted);
  const auto bomb = word_document(paragraph(std::string(1 << 20, 'a')));
  CHECK(bomb.size() < 10'000);
  CHECK(code_of(Kind::kDocx, bomb, {.part_bytes = 1 << 19}) == error_code::kDocumentTooLarge);
  CHECK(code_of(Kind::kDocx, bomb, {.text_bytes = 1 << 19}) == error_code::kDocumentTooLarge);
  CHECK(code_of(Kind::kPptx, bomb) == error_code::kDocumentCorrupt);
  CHECK(code_of(Kind::kDocx, word_document(paragraph("\xFF\xFE"))) == error_code::kDocumentCorrupt);
}

TEST_CASE("docx: elements and tables nested ever deeper end nothing but themselves") {
  std::string deep = paragraph("before"), table = "<w:p/>";
  for (int i = 0; i < 100'000; ++i) deep += "<w:x>";
  for (int i = 0; i < 100'000; ++i) deep += "</w:x>";
  deep += paragraph("after");
  CHECK(to_markdown(Kind::kDocx, word_document(deep)).value().find("after") != std::string::npos);
  std::string open, close;
  for (int i = 0; i < 5'000; ++i) {
    open += "<w:tbl><w:tr><w:tc>";
    close += "</w:tc></w:tr></w:tbl>";
  }
  const auto text = to_markdown(Kind::kDocx, word_document(open + close + paragraph("after")));
  CHECK(text.value() == "<!-- page 1 -->\n\nafter\n");
}

TEST_CASE("docx: entities are not expanded") {
  const auto bytes = archive_of(
      {{"word/document.xml",
        "<!DOCTYPE a [<!ENTITY l 'lol'><!ENTITY m '&l;&l;&l;&l;'>]>"
        "<w:document><w:body><w:p><w:r><w:t>&m;</w:t></w:r></w:p></w:body></w:document>"}});
  CHECK(to_markdown(Kind::kDocx, bytes).value() == "<!-- page 1 -->\n\n&m;\n");
}

TEST_CASE("docx: the main part, its styles and its notes are found by the relationships") {
  const auto relation = [](const std::string& type, const std::string& target) {
    return "<Relationship Id='" + target + "' Type='http://x/relationships/" + type + "' Target='" +
           target + "'/>";
  };
  const auto bytes = archive_of(
      {{"_rels/.rels",
        "<Relationships>" + relation("officeDocument", "word/document22.xml") + "</Relationships>"},
       {"word/_rels/document22.xml.rels",
        "<Relationships>" + relation("styles", "/word/styles2.xml") +
            relation("footnotes", "notes/foot.xml") + "</Relationships>"},
       {"word/document22.xml", "<w:document><w:body>" +
                                   paragraph("Crane manual", "<w:pStyle w:val='a'/>") +
                                   "</w:body></w:document>"},
       {"word/styles2.xml",
        "<w:styles><w:style w:styleId='a'><w:name w:val='heading 1'/></w:style></w:styles>"},
       {"word/notes/foot.xml",
        "<w:footnotes><w:footnote>" + paragraph("A note") + "</w:footnote></w:footnotes>"}});
  CHECK(to_markdown(Kind::kDocx, bytes).value() == "<!-- page 1 -->\n\n# Crane manual\n\nA note\n");
}

TEST_CASE("docx, pptx: a document of the other kind is damaged, not empty") {
  const std::string relations =
      "<R><Relationship Id='1' Type='x/officeDocument' Target='main.xml'/></R>";
  const auto word =
      archive_of({{"_rels/.rels", relations}, {"main.xml", "<w:document><w:body/></w:document>"}});
  const auto slides = archive_of({{"_rels/.rels", relations}, {"main.xml", "<p:presentation/>"}});
  CHECK(code_of(Kind::kDocx, word).empty());
  CHECK(code_of(Kind::kPptx, word) == error_code::kDocumentCorrupt);
  CHECK(code_of(Kind::kPptx, slides).empty());
  CHECK(code_of(Kind::kDocx, slides) == error_code::kDocumentCorrupt);
}

std::string deck(std::size_t mentions, const std::string& slide, const std::string& notes = "") {
  std::string list = "<p:presentation><p:sldIdLst>";
  for (std::size_t i = 0; i < mentions; ++i) list += "<p:sldId id='1' r:id='r1'/>";
  return archive_of(
      {{"ppt/presentation.xml", list + "<p:sldId id='1' r:id='r2'/></p:sldIdLst></p:presentation>"},
       {"ppt/_rels/presentation.xml.rels",
        "<R><Relationship Id='r1' Type='x/slide' Target='slides/s.xml'/>"
        "<Relationship Id='r2' Type='x/slide' Target='slides/t.xml'/></R>"},
       {"ppt/slides/_rels/s.xml.rels",
        "<R><Relationship Id='n' Type='x/notesSlide' Target='../n.xml'/></R>"},
       {"ppt/n.xml", notes.empty() ? "<p:notes/>" : notes},
       {"ppt/slides/s.xml", slide},
       {"ppt/slides/t.xml", "<p:sld/>"}});
}
std::string text_box(const std::string& text) {
  return "<p:sp><p:txBody><a:p><a:r><a:t>" + text + "</a:t></a:r></a:p></p:txBody></p:sp>";
}

TEST_CASE("pptx: a slide that is listed again is read once, and numbers go on") {
  const auto text =
      to_markdown(Kind::kPptx, deck(3, "<p:sld>" + text_box("Only once") + "</p:sld>")).value();
  CHECK(text ==
        "<!-- slide 1 -->\n\nOnly once\n\n<!-- slide 2 -->\n\n<!-- slide 3 -->\n\n"
        "<!-- slide 4 -->\n");
}

TEST_CASE("pptx: a hundred thousand mentions of a slide cost no more than one") {
  std::string elements;
  for (int i = 0; i < 200'000; ++i) elements += "<x/>";
  const auto bytes = deck(100'000, "<p:sld>" + elements + text_box("end") + "</p:sld>");
  const auto text = to_markdown(Kind::kPptx, bytes, {.cpu_time = std::chrono::seconds(20)});
  REQUIRE(text.has_value());
  CHECK(text->find("end") != std::string::npos);
}

TEST_CASE("docx: one budget holds for all parts, for their elements, and for the time") {
  const auto text = paragraph(std::string(1 << 20, 'a'));
  const auto two = archive_of(
      {{"word/document.xml", "<w:document><w:body>" + text + "</w:body></w:document>"},
       {"word/footnotes.xml", "<w:footnotes><w:footnote>" + text + "</w:footnote></w:footnotes>"}});
  CHECK(code_of(Kind::kDocx, two).empty());
  CHECK(code_of(Kind::kDocx, two, {.unpacked_bytes = 3 << 19}) == error_code::kDocumentTooLarge);
  std::string elements;
  for (int i = 0; i < 100'000; ++i) elements += "<a/>";
  CHECK(code_of(Kind::kDocx, word_document(elements)).empty());
  CHECK(code_of(Kind::kDocx, word_document(elements), {.tree_bytes = 6'000'000}) ==
        error_code::kDocumentTooLarge);
  CHECK(code_of(Kind::kDocx, two, {.cpu_time = std::chrono::milliseconds(-1)}) ==
        error_code::kDocumentTooLarge);
}

TEST_CASE("docx, pptx: reading ends when it is asked to") {
  std::stop_source stop;
  stop.request_stop();
  const Limits stopped{.stop = stop.get_token()};
  CHECK(code_of(Kind::kDocx, word_document(paragraph("a")), stopped) == error_code::kCancelled);
  CHECK(code_of(Kind::kPptx, deck(1, "<p:sld/>"), stopped) == error_code::kCancelled);
  CHECK(code_of(Kind::kNotebook, R"({"cells": [{}]})", stopped) == error_code::kCancelled);
}

TEST_CASE("docx: rows of a million cells, and styles on styles, take bounded work") {
  std::string cells;
  for (int i = 0; i < 500'000; ++i) cells += "<w:tc/>";
  const auto wide = "<w:tbl><w:tr>" + cells + "</w:tr></w:tbl>" + paragraph("after");
  CHECK(to_markdown(Kind::kDocx, word_document(wide)).value() == "<!-- page 1 -->\n\nafter\n");
  std::string styles;
  for (int i = 0; i < 30; ++i)
    styles += "<w:style w:styleId='s" + std::to_string(i) + "'><w:basedOn w:val='s" +
              std::to_string((i + 1) % 30) + "'/></w:style>";
  styles += "<w:style w:styleId='" + std::string(1000, 'x') + "'/>";
  CHECK(
      to_markdown(Kind::kDocx, word_document(paragraph("plain", "<w:pStyle w:val='s0'/>"), styles))
          .value() == "<!-- page 1 -->\n\nplain\n");
}

TEST_CASE("notebook: outputs are skipped, whatever they hold") {
  for (const std::string output : {"[NaN, -Infinity]", "\"half of a pair: \\ud83d\"",
                                   "\"not UTF-8: \xFF\"", "[1e999]", "nonsense", "\"\x01\""}) {
    CAPTURE(output);
    const auto notebook = R"({"cells":[{"cell_type":"code","outputs":[{"data":)" + output +
                          R"(}],"source":"f = 1"}],"metadata":{}})";
    CHECK(to_markdown(Kind::kNotebook, notebook).value() ==
          "<!-- cell 1 -->\n\n```python\nf = 1\n```\n");
  }
  const std::string half = R"({"cells":[{"cell_type":"markdown","source":["x \ud83d"]}]})";
  CHECK(to_markdown(Kind::kNotebook, half).value() == "<!-- cell 1 -->\n\nx \xEF\xBF\xBD\n");
}

TEST_CASE("notebook: a cell that cannot be read leaves the others as they are") {
  for (const std::string bad :
       {"null", "7", "{}", R"({"cell_type":"code","source":nonsense})",
        R"({"cell_type":"code","source":"\x"})", R"({"cell_type":"code","source":{"a":1}})"}) {
    CAPTURE(bad);
    const auto notebook = R"({"cells":[{"cell_type":"markdown","source":"one"},)" + bad +
                          R"(,{"cell_type":"markdown","source":"three"}]})";
    CHECK(to_markdown(Kind::kNotebook, notebook).value() ==
          "<!-- cell 1 -->\n\none\n\n<!-- cell 2 -->\n\n<!-- cell 3 -->\n\nthree\n");
  }
}

TEST_CASE("notebook: the language goes by its names, then the extension, lexer and kernel") {
  const FindLanguage find = [](std::string_view name) -> std::string {
    if (name == "python" || name == ".py" || name == "ipython3") return "python";
    return name == "julia" || name == ".jl" ? "julia" : "";
  };
  const auto language = [&](const std::string& metadata) {
    const auto text = to_markdown(
        Kind::kNotebook,
        R"({"cells":[{"cell_type":"code","source":"f"}],"metadata":)" + metadata + "}", {}, find);
    const auto begin = text.value().find("```") + 3;
    return text->substr(begin, text->find('\n', begin) - begin);
  };
  CHECK(language("{}") == "python");
  CHECK(language(R"({"language_info":{"name":"julia"}})") == "julia");
  CHECK(language(R"({"language_info":{"name":"x","file_extension":".jl"}})") == "julia");
  CHECK(language(R"({"language_info":{"name":"x","pygments_lexer":"ipython3"}})") == "python");
  CHECK(language(R"({"kernelspec":{"name":"julia","language":"x"}})") == "julia");
  CHECK(language(R"({"language_info":{"name":"x","file_extension":".y"}})") == "x");
  CHECK(language(R"({"language_info":{"name":"a`b"},"x":NaN})") == "python");
}

TEST_CASE("notebook: prose as it is, code in fences of its language, no outputs") {
  const std::string notebook = R"({"metadata": {"kernelspec": {"language": "julia"}}, "cells": [
    {"cell_type": "markdown", "source": ["# Title\n", "<!-- cell 9 -->"]},
    {"cell_type": "code", "source": "f(x) = 2x", "outputs": [{"text": "no"}]}]})";
  CHECK(to_markdown(Kind::kNotebook, notebook).value() ==
        "<!-- cell 1 -->\n\n# Title\n\\<!-- cell 9 -->\n\n<!-- cell 2 -->\n\n```julia\n"
        "f(x) = 2x\n```\n");
  const std::string old = R"({"worksheets": [{"cells": [
    {"cell_type": "heading", "level": 2, "source": "Old"}, {"cell_type": "code", "input": "1"}]}]})";
  CHECK(to_markdown(Kind::kNotebook, old).value() ==
        "<!-- cell 1 -->\n\n## Old\n\n<!-- cell 2 -->\n\n```python\n1\n```\n");
  CHECK(code_of(Kind::kNotebook, "{}") == error_code::kDocumentCorrupt);
  CHECK(code_of(Kind::kNotebook, "[1") == error_code::kDocumentCorrupt);
}

}  // namespace
}  // namespace codeweaver::document
