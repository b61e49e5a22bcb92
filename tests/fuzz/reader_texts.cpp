// ReaderTexts: tokens for each reader, and patterns to combine them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "fuzz/reader_texts.hpp"

#include <algorithm>
#include <random>

namespace codeweaver::fuzz {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMostText = 64U << 10;

constexpr std::string_view kQueryTokens[] = {
    "\"a\"",  "\"",      "/a+/",     "/",    "not ",    "NOT ",     "and ", "or ",   "(",
    ")",      "-",       "file:",    "a",    "lang:go", "sym:",     " ",    "\\",    "\\\"",
    "ref:b ", "ref-of:", "kind:",    ":",    "::",      "case:yes", "\0"sv, "\xFF",  "\xD1\x8F",
    "case:",  "word:no", "http://x", "a:b ", "\n",      "\t",       "-\"b", "-/c/ ", "-file:*.go "};
constexpr std::string_view kQuerySamples[] = {
    "\"retry(\" lang:go -file:*_test.go near code about uploads",
    "/time\\.Sleep\\(\\d+/ uploads and downloads", "(\"a\" OR \"b\") and not \"c\"",
    "file:\"my folder/*.py\" sym:parse kind:class", "TypeError: \"a\" is not a function"};

constexpr std::string_view kPatternTokens[] = {
    "a",       "b",     "k",       "\xD1\x8F",  ".",        "*",      "+",     "?",   "{2}",
    "{0,3}",   "{40}",  "{1000}",  "{99999}",   "{",        "}",      "(",     ")",   "(?:",
    "(?i)",    "(?x)",  "(?-u)",   "|",         "[",        "]",      "[^",    "&&",  "--",
    "~~",      "\\w",   "\\W",     "\\d",       "\\s",      "\\p{L}", "\\PN",  "\\b", "\\B",
    "\\<",     "^",     "$",       "\\A",       "\\z",      "(?<n>",  "(?P<m", "(?=", "(?!",
    "(?<=",    "(?<!",  "\\1",     "(?R)",      "(?1)",     "(?&n)",  "(?>",   "*+",  "-",
    "a-z",     "\\x41", "\\x{1F6", "[:alpha:]", "\\Q",      "\\E",    "\\",    "\\n", "#",
    "\\u00e9", "\0"sv,  "\xFF",    " ",         "\xC5\xBF", "(*",     "\\R",   "\\X", "\\b{start}"};
constexpr std::string_view kPatternSamples[] = {
    "fn\\s+(\\w+)\\s*\\(", "[a-z&&[^aeiou]]+\\p{Greek}?", "(?i:foo|ba[rz]){2,5}$",
    "(?<!\\w)(?:a|ab)*(?=c)", "\\bcaf\xC3\xA9\\b|^\\s*#\\s*include"};

constexpr std::string_view kGlobTokens[] = {
    "a",  "b",  "*",   "**",        "?",        "/",    "**/",   "/**", "[",  "]",
    "[!", "[^", "-",   "{",         "}",        ",",    "\\",    "!",   "./", "..",
    ".",  " ",  "a-z", "[:alpha:]", "\xD1\x8F", "\xFF", "{a,b}", "{,}"};
constexpr std::string_view kGlobSamples[] = {"src/**/*.{cpp,hpp}", "!tests/*_test.[ch]pp",
                                             "**/node_modules/**", "{a,{b,c}}/?[!x-z]*"};

constexpr std::string_view kSettingsTokens[] = {
    "a",   "b = ",       "[",        "]", "[[",      "]]",          "{",       "}",    ",",  "\n",
    ".",   "\"",         "\"\"\"",   "'", "'''",     "\\",          "#",       "=",    "1",  "0x",
    "1e9", "true",       "inf",      "-", "\\u00e9", "\\UFFFFFFFF", " ",       "\r\n", "\t", "_",
    ":",   "1979-05-27", "07:32:00", "Z", "\xFF",    "\0"sv,        "\xD1\x8F"};
constexpr std::string_view kSettingsSamples[] = {
    "[search]\ntop_k = 5\n[limits]\nquery_bytes = 10_000 # bytes\n",
    "[index]\nexclude = [\"a\", 'b', \"\"\"c\nd\"\"\"]\n",
    "[models.\"x y\"]\nheaders = {a = \"b\", \"c.d\" = 'e'}\nat = 1979-05-27T07:32:00Z\n"};

class TextMaker {
 public:
  TextMaker(const ReaderTexts& of, std::uint64_t seed) : of_(of), random_(seed) {}

  std::string run() {
    std::string out = one();
    while (below(4) == 0) out += one();
    if (out.size() > kMostText) out.resize(kMostText);
    return out;
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  std::string_view token() { return of_.tokens[below(of_.tokens.size())]; }

  std::string one() {
    switch (below(5)) {
      case 0:
      case 1:
        return soup(1 + below(24));
      case 2:
        return repeated(soup(1 + below(2)), times());
      case 3: {
        const auto begin = soup(1 + below(2)), end = soup(1 + below(2));
        const auto count = times();
        return repeated(begin, count) + soup(below(3)) + repeated(end, count);
      }
      default:
        return mutated();
    }
  }
  std::size_t times() { return std::size_t{1} << below(below(8) == 0 ? 16 : 7); }

  std::string soup(std::size_t count) {
    std::string out;
    while (count-- > 0) out += token();
    return out;
  }
  static std::string repeated(const std::string& text, std::size_t count) {
    std::string out;
    while (count-- > 0 && out.size() < kMostText) out += text;
    return out;
  }
  std::string mutated() {
    std::string out(of_.samples[below(of_.samples.size())]);
    for (std::size_t edits = below(6); edits > 0; --edits) {
      const std::size_t at = below(out.size() + 1);
      if (below(2) == 0)
        out.insert(at, token());
      else
        out.erase(at, 1 + below(4));
    }
    return out;
  }

  const ReaderTexts& of_;
  std::mt19937_64 random_;
};

}  // namespace

std::string ReaderTexts::make(std::uint64_t seed) const {
  return TextMaker(*this, seed).run();
}

const ReaderTexts kQueryTexts{"query", kQueryTokens, kQuerySamples};
const ReaderTexts kPatternTexts{"pattern", kPatternTokens, kPatternSamples};
const ReaderTexts kGlobTexts{"glob", kGlobTokens, kGlobSamples};
const ReaderTexts kSettingsTexts{"settings", kSettingsTokens, kSettingsSamples};

}  // namespace codeweaver::fuzz
