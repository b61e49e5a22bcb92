// Office documents and notebooks: what is read of them, and what hostile ones come to.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

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
