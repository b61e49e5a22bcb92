// InputGenerator: office archives, notebooks, JSON, lines of the agents' protocol.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "fuzz/input_generator.hpp"

#include <map>

#include "document/office_archive.hpp"

namespace codeweaver::fuzz {
namespace {

constexpr std::string_view kWordNames[] = {"w:p",
                                           "w:r",
                                           "w:t",
                                           "w:tbl",
                                           "w:tr",
                                           "w:tc",
                                           "w:sdt",
                                           "w:sdtContent",
                                           "w:ins",
                                           "w:del",
                                           "w:br",
                                           "w:tab",
                                           "w:delText",
                                           "w:pPr",
                                           "w:pStyle",
                                           "w:numPr",
                                           "w:ilvl",
                                           "w:numId",
                                           "w:style",
                                           "w:name",
                                           "w:basedOn",
                                           "w:outlineLvl",
                                           "w:footnote",
                                           "w:body",
                                           "w:lastRenderedPageBreak",
                                           "w:instrText",
                                           "mc:Fallback",
                                           "w:noBreakHyphen",
                                           "w:moveFrom"};
constexpr std::string_view kSlideNames[] = {
    "p:sp",       "p:graphicFrame", "p:txBody", "a:p",      "a:r",        "a:t",  "a:br",
    "a:tbl",      "a:tr",           "a:tc",     "p:nvSpPr", "p:nvPr",     "p:ph", "a:pPr",
    "p:sldIdLst", "p:sldId",        "p:cSld",   "p:spTree", "mc:Fallback"};
constexpr std::string_view kAttributes[] = {"w:val", "w:styleId", "type", "w:type", "lvl", "id",
                                            "r:id",  "Target",    "Type", "Id",     "idx", "x"};
constexpr std::string_view kWords[] = {"a",         "b1",         "Title",
                                       "heading 2", "Heading 9",  "0",
                                       "-1",        "4294967296", "title",
                                       "body",      "page",       "sldNum",
                                       "rId1",      "rId2",       "<!-- page 3 -->",
                                       "&amp;",     "&#x10FFFF;", "&l;",
                                       "\xC3\xA9",  "\xFF",       "# no",
                                       "```",       "|",          "\xF0\x9F\x98\x80",
                                       "  ",        "\n",         "\t"};
constexpr std::string_view kParts[] = {"word/document.xml",
                                       "word/document2.xml",
                                       "word/styles.xml",
                                       "word/footnotes.xml",
                                       "word/endnotes.xml",
                                       "ppt/presentation.xml",
                                       "ppt/slides/s1.xml",
                                       "ppt/slides/s2.xml",
                                       "ppt/notesSlides/n1.xml",
                                       "../x",
                                       "/word/document.xml",
                                       "",
                                       "//",
                                       "a/../../b"};
constexpr std::string_view kTypes[] = {
    "x/officeDocument", "x/styles",     "x/footnotes", "x/endnotes",
    "x/slide",          "x/notesSlide", "slide",       ""};
constexpr std::string_view kJsonPieces[] = {"\"a\"",
                                            "\"\\ud83d\"",
                                            "\"\\ud83d\\ude00\"",
                                            "\"\\udc00\"",
                                            "\"\xFF\"",
                                            "\"\\u0041\"",
                                            "NaN",
                                            "Infinity",
                                            "-Infinity",
                                            "1",
                                            "-0",
                                            "1e400",
                                            "123456789012345678901234567890",
                                            "0.1",
                                            "true",
                                            "null",
                                            "fals",
                                            "\"\\x\"",
                                            "\"a\\\\\"",
                                            "\"\\\"\"",
                                            "\"",
                                            "[]",
                                            "{}",
                                            "\"\x01\"",
                                            "01"};
constexpr std::string_view kKeys[] = {
    "cells",      "metadata", "source",         "cell_type",      "worksheets",
    "id",         "input",    "level",          "outputs",        "language_info",
    "kernelspec", "name",     "file_extension", "pygments_lexer", "language",
    "x"};
constexpr std::string_view kMethods[] = {
    "initialize",     "ping",           "tools/list",  "tools/call",
    "nope",           "resources/list", "prompts/get", "notifications/cancelled",
    "server/discover"};

}  // namespace

std::string InputGenerator::text() {
  std::string out;
  for (auto n = below(6); n > 0; --n) out += pick(kWords);
  if (chance(2)) out.append(count(14), 'x');
  return out;
}

void InputGenerator::append_elements(std::string& out, int depth, bool is_word) {
  const std::size_t most = 60'000;
  for (auto n = count(chance(5) ? 11 : 3); n > 0 && out.size() < most; --n) {
    const auto name = is_word ? pick(kWordNames) : pick(kSlideNames);
    out.append("<").append(name);
    for (auto a = below(3); a > 0; --a)
      out.append(" ").append(pick(kAttributes)).append("='").append(pick(kWords)).append("'");
    if (chance(30)) {
      out += "/>";
      continue;
    }
    out += '>';
    if (chance(50)) out += text();
    if (depth > 0) append_elements(out, depth - 1, is_word);
    if (!chance(1)) out.append("</").append(name).append(">");
  }
}

std::string InputGenerator::xml(std::string_view root, bool is_word) {
  std::string out("<");
  out.append(root).append(is_word ? "><w:body>" : "><p:cSld>");
  if (chance(5)) {  // nested as deep as it goes
    const auto name = is_word ? pick(kWordNames) : pick(kSlideNames);
    const auto depth = count(13);
    for (std::size_t i = 0; i < depth; ++i) out.append("<").append(name).append(">");
    out += text();
    for (std::size_t i = 0; i < depth; ++i) out.append("</").append(name).append(">");
  }
  append_elements(out, 6, is_word);
  out.append(is_word ? "</w:body></" : "</p:cSld></").append(root).append(">");
  return mutated(std::move(out), 10);
}

std::string InputGenerator::relations() {
  std::string out = "<Relationships>";
  for (auto n = count(chance(3) ? 10 : 3); n > 0; --n)
    out.append("<Relationship Id='rId")
        .append(std::to_string(below(4)))
        .append("' Type='")
        .append(pick(kTypes))
        .append("' Target='")
        .append(pick(kParts))
        .append(chance(10) ? "' TargetMode='External'/>" : "'/>");
  return mutated(out + "</Relationships>", 5);
}

std::string InputGenerator::docx() {
  std::map<std::string, std::string> parts;
  const std::string main = chance(70) ? "word/document.xml" : "word/document2.xml";
  parts[main] = xml("w:document", true);
  if (chance(60)) parts["word/styles.xml"] = xml("w:styles", true);
  if (chance(30)) parts["word/footnotes.xml"] = xml("w:footnotes", true);
  if (chance(60))
    parts["_rels/.rels"] =
        chance(60) ? "<R><Relationship Id='a' Type='x/officeDocument' Target='" + main + "'/></R>"
                   : relations();
  if (chance(30)) parts["word/_rels/document.xml.rels"] = relations();
  return mutated(document::archive_of(parts), 20);
}

std::string InputGenerator::pptx() {
  std::map<std::string, std::string> parts;
  std::string list = "<p:presentation><p:sldIdLst>";
  for (auto n = count(chance(5) ? 14 : 3); n > 0; --n)
    list.append("<p:sldId id='1' r:id='rId").append(std::to_string(below(4))).append("'/>");
  parts["ppt/presentation.xml"] = mutated(list + "</p:sldIdLst></p:presentation>", 10);
  parts["ppt/_rels/presentation.xml.rels"] =
      chance(30) ? relations()
                 : "<R><Relationship Id='rId1' Type='x/slide' Target='slides/s1.xml'/>"
                   "<Relationship Id='rId2' Type='x/slide' Target='/ppt/slides/s2.xml'/></R>";
  parts["ppt/slides/s1.xml"] = xml("p:sld", false);
  if (chance(80)) parts["ppt/slides/s2.xml"] = xml("p:sld", false);
  if (chance(40)) parts["ppt/slides/_rels/s1.xml.rels"] = relations();
  if (chance(40)) parts["ppt/notesSlides/n1.xml"] = xml("p:notes", false);
  if (chance(20)) parts["_rels/.rels"] = relations();
  return mutated(document::archive_of(parts), 20);
}

std::string InputGenerator::json_text() {
  return chance(60) ? std::string(pick(kJsonPieces)) : '"' + std::string(pick(kKeys)) + '"';
}

std::string InputGenerator::json_value(int depth) {
  if (depth == 0 || chance(40)) return json_text();
  const bool is_object = chance(50);
  std::string out(1, is_object ? '{' : '[');
  for (auto n = below(chance(3) ? 400 : 5); n > 0; --n) {
    if (is_object) out.append("\"").append(pick(kKeys)).append("\":");
    out.append(json_value(depth - 1)).append(n > 1 ? "," : "");
    if (chance(10)) out += ' ';
  }
  return out + (is_object ? '}' : ']');
}

std::string InputGenerator::json() {
  if (chance(5)) {
    const auto depth = count(12);
    return std::string(depth, '[') + json_value(2) +
           std::string(chance(80) ? depth : below(depth), ']');
  }
  if (chance(3)) return '[' + mutated(std::string(count(18), ','), 5) + "0]";
  return mutated(json_value(5), 30);
}

std::string InputGenerator::notebook_cell() {
  if (chance(10)) return json_value(3);
  std::string out = "{\"cell_type\":\"";
  out += chance(60) ? "code" : chance(70) ? "markdown" : "heading";
  out += "\",\"source\":";
  out += chance(50) ? json_value(2) : "[\"def f():\\n\",\"    pass\\n\"]";
  if (chance(50)) out.append(",\"outputs\":").append(json_value(4));
  if (chance(20)) out.append(",\"level\":").append(json_text());
  return out + '}';
}

std::string InputGenerator::notebook() {
  std::string out = "{\"cells\":[";
  for (auto n = below(chance(5) ? 300 : 6); n > 0; --n)
    out.append(notebook_cell()).append(n > 1 ? "," : "");
  out += "],\"metadata\":";
  out += chance(50) ? json_value(3)
                    : "{\"language_info\":{\"name\":" + json_text() +
                          "},\"kernelspec\":" + json_value(2) + "}";
  if (chance(20)) out.append(",\"worksheets\":[{\"cells\":[").append(notebook_cell()).append("]}]");
  return mutated(out + '}', 30);
}

std::string InputGenerator::mcp_line(std::size_t id) {
  std::string out = "{\"jsonrpc\":\"2.0\"";
  if (chance(90)) out.append(",\"id\":").append(chance(90) ? std::to_string(id) : json_text());
  if (chance(95)) out.append(",\"method\":\"").append(pick(kMethods)).append("\"");
  if (chance(70))
    out.append(",\"params\":")
        .append(chance(50) ? json_value(3)
                           : "{\"name\":\"a\",\"arguments\":" + json_value(3) + "}");
  if (chance(5)) out.append(",\"result\":").append(json_value(1));
  out = mutated(out + '}', 20);
  for (char& c : out)
    if (c == '\n') c = ' ';
  return out;
}

std::string InputGenerator::mcp_lines() {
  std::string out;
  const auto lines = count(5);
  for (std::size_t i = 1; i <= lines; ++i) out.append(mcp_line(i)).append("\n");
  return out;
}

std::string InputGenerator::mutated(std::string bytes, std::size_t percent) {
  if (!chance(percent) || bytes.empty()) return bytes;
  for (auto edits = count(4); edits > 0 && !bytes.empty(); --edits) {
    const auto at = below(bytes.size());
    switch (below(4)) {
      case 0:
        bytes[at] = static_cast<char>(random_());
        break;
      case 1:
        bytes.erase(at, count(5));
        break;
      case 2:
        bytes.insert(at, bytes.substr(below(bytes.size()), count(6)));
        break;
      default:
        bytes.insert(at, pick(kJsonPieces));
    }
  }
  return bytes;
}

}  // namespace codeweaver::fuzz
