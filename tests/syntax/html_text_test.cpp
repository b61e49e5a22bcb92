// Tests of visible text of headings and titles in HTML.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/html_text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace codeweaver::syntax;

TEST_CASE("html_heading_text: tags, comments and signs to link by go, references are resolved") {
  CHECK(html_heading_text("<h2 id=a>The <em>big</em>\n one<!-- no --></h2>") == "The big one");
  CHECK(html_heading_text("<h1>A &amp; B&#8217;s &#x41;&nbsp;&lt;T&gt; &unknown; &#xD800;</h1>") ==
        "A & B\u2019s A <T> &unknown; &#xD800;");
  CHECK(html_heading_text("<h2>Use C#<a class=x href=\"#u\">#</a></h2>") == "Use C#");
  CHECK(html_heading_text("<h2><a href=\"#u\">\u00A7</a>Use <a href=b>it</a> \u00B6</h2>") ==
        "Use it");
  CHECK(html_heading_text("<h2>one<br/>two</h2>") == "one two");
  CHECK(html_heading_text("<h2><img src=a></h2>").empty());
  CHECK(html_heading_text("<h2>" + std::string(5000, 'x')).size() <= 210);
}

TEST_CASE("is_only_tags: text of any kind counts") {
  CHECK(is_only_tags(" <div>\n<!-- a > b --><a id=x></a> "));
  CHECK(is_only_tags(""));
  CHECK_FALSE(is_only_tags("<div>a</div>"));
  CHECK_FALSE(is_only_tags("&nbsp;"));
}

TEST_CASE("title_beside: what a title says beside a heading") {
  CHECK(title_beside("Guide \u2014 Flask 2.0", "Guide") == "Flask 2.0");
  CHECK(title_beside("Flask | Guide", "Guide") == "Flask");
  CHECK(title_beside("Guide", "Guide").empty());
  CHECK(title_beside("Guidelines for all", "Guide") == "Guidelines for all");
  CHECK(title_beside("Guide for all", "Guide") == "Guide for all");
  CHECK(title_beside("Flask", "") == "Flask");
}

TEST_CASE("html_as_read: line for line what a page shows") {
  const std::string page =
      "<div class=\"section\"\n     id=\"a\"><h2>Saving &amp; loading<a "
      "href=\"#a\">\u00B6</a></h2>\n"
      "<p>Games are <em>saved</em> in\n  one file.</p><ul><li>small</li>\n<li>fast</li></ul>\n"
      "<script>if (a<b) { show('<p>never</p>'); }\n</script><!-- a\nnote -->\n"
      "<pre>  one {{ two }}\n    three &lt; 4</pre>";
  const auto read = html_as_read(page);
  REQUIRE(read);
  CHECK(*read ==
        "\n## Saving & loading\n"
        "Games are saved in\none file. - small\n- fast\n"
        "\n\n\n"
        "  one {{ two }}\n    three < 4");
  CHECK(std::ranges::count(*read, '\n') == std::ranges::count(page, '\n'));
}

TEST_CASE("html_as_read: templates, and what has little text beside its tags, are code") {
  const std::string text(100, 'x');
  CHECK(html_as_read("<p>" + text + " 1 < 2 & so on") == text + " 1 < 2 & so on");
  for (const std::string code : {"<p>{{ name }}</p>", "<p>{% if a %}", "<a href=\"{{ link }}\">",
                                 "<?php echo 1 ?>", "<%= a %>"}) {
    CAPTURE(code);
    CHECK_FALSE(html_as_read(text + code));
  }
  CHECK_FALSE(html_as_read("<p>short</p>"));
  CHECK_FALSE(html_as_read("<div class=\"" + std::string(500, 'c') + "\">" + text + "</div>"));
  CHECK(html_as_read(text + "<div class=\"never closed") == text);
}
