// Tests of text from HTML pages.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { readAnswer, readPage } from "./page";

test("a piece of a page reads as paragraphs, headings, lists and code", () => {
  const page =
    '<div class="section"\n  id="a"><h2>Saving &amp; loading<a href="#a">¶</a></h2>\n<p>Games are <em>saved</em> in\n  one file.</p>' +
    "<ul><li>small</li>\n<li><p>fast</p></li></ul>\n<script>if (a<b) show('<p>never</p>');</script><!-- a\nnote -->" +
    "<pre>  one {{ two }}\n\n    three &lt; 4</pre><table><tr><th>a</th><td>b</td></tr></table>";
  expect(readPage(page)).toEqual([
    "## Saving & loading", "Games are saved in one file.", "- small", "- fast", "```", "  one {{ two }}", "", "    three < 4", "```", "a | b",
  ]);
});

test("characters by number and by name; what is none stays as it is", () => {
  const text = "x".repeat(40);
  expect(readPage(`<p>${text} a &#8217; &#x41;&nbsp;&lt;T&gt; &unknown; &#xD800; 1 < 2 & so on`)).toEqual([
    `${text} a ’ A <T> &unknown; &#xD800; 1 < 2 & so on`,
  ]);
});

test("templates, and what has little text beside its tags, are shown as they are", () => {
  const text = "x".repeat(100);
  for (const code of ["<p>{{ name }}</p>", "<p>{% if a %}", '<a href="{{ link }}">', "<?php echo 1 ?>", "<%= a %>"]) {
    expect(readPage(text + code)).toBeNull();
  }
  expect(readPage("<p>short</p>")).toBeNull();
  expect(readPage(`<div class="${"c".repeat(500)}">${text}</div>`)).toBeNull();
  expect(readPage(`${text}<div class="never closed`)).toEqual([text]);
});

test("a piece that begins within code reads on", () => {
  expect(readPage(`one\ntwo</pre><p>${"y".repeat(40)}</p>`)).toEqual(["one two", "y".repeat(40)]);
});

test("what is asked for in the tags alone shows them", () => {
  const page = `<form id="checkout"><p>Pay for ${"all ".repeat(10)}of it</p></form>`;
  expect(readAnswer(page, new Set(["checkout"]))).toBeNull();
  expect(readAnswer(page, new Set(["pay", "checkout"]))).toEqual([`Pay for ${"all ".repeat(10)}of it`]);
  expect(readAnswer(page, new Set(["nowher"]))).not.toBeNull();
});
