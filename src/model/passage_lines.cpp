// Passage lines: splits passages into lines, and detects headings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/passage_lines.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/ascii.hpp"
#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::model {
namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr auto kDocumentLanguages = std::to_array<std::string_view>(
    {"markdown", "restructuredtext", "asciidoc", "org", "mediawiki", "textile", "latex", "texinfo",
     "man", "text", "pdf", "docx", "pptx", "jupyter", kPageLanguage});
constexpr std::string_view kUnderlines = "=-~^\"'`#*+";
constexpr std::size_t kLeastUnderline = 3;
constexpr std::size_t kDeepestLevel = 6;
constexpr std::size_t kMostTitleBytes = 60;

/// Starts of headings in languages without single-character marks.
struct HeadingStart {
  std::string_view language, start;
};
constexpr auto kHeadingStarts = std::to_array<HeadingStart>({{"latex", "\\section"},
                                                             {"latex", "\\chapter"},
                                                             {"latex", "\\sub"},
                                                             {"latex", "\\title"},
                                                             {"texinfo", "@chapter"},
                                                             {"texinfo", "@section"},
                                                             {"texinfo", "@sub"},
                                                             {"texinfo", "@node"},
                                                             {"man", ".SH"},
                                                             {"man", ".SS"},
                                                             {"man", ".TH"},
                                                             {"textile", "h1."},
                                                             {"textile", "h2."},
                                                             {"textile", "h3."}});

bool is_document(std::string_view language) noexcept {
  return std::ranges::find(kDocumentLanguages, language) != kDocumentLanguages.end();
}

/// "====", "----": below a heading, above one, or a rule.
bool is_underline(std::string_view line) noexcept {
  return line.size() >= kLeastUnderline &&
         kUnderlines.find(line.front()) != std::string_view::npos &&
         line.find_first_not_of(line.front()) == std::string_view::npos;
}

/// "~~~" is a fence only in Markdown; in reStructuredText it underlines headings.
bool is_fence(std::string_view line, std::string_view language) noexcept {
  return line.starts_with("```") || (language == "markdown" && line.starts_with("~~~"));
}

/// The level of "## Payment" (2), "== Payment", "** Payment" (Org), "**Payment**" and "<!-- page 3
/// -->"; 0: not a heading.
std::size_t marked_level(std::string_view line, std::string_view language) noexcept {
  if (line.empty()) return 0;
  for (const auto& [of, start] : kHeadingStarts)
    if (language == of && line.starts_with(start)) return 1;
  if (line.starts_with("<!--") && line.ends_with("-->")) return kDeepestLevel;
  const auto mark = line.front();
  const auto level = std::min(line.find_first_not_of(mark), line.size());
  const bool is_mark = mark == '#' || mark == '=' || (mark == '*' && language == "org");
  if (is_mark && level < line.size() && line[level] == ' ') return std::min(level, kDeepestLevel);
  const bool is_bold = line.size() > 4 && line.starts_with("**") && line.ends_with("**") &&
                       line.find("**", 2) == line.size() - 2;
  return is_bold ? kDeepestLevel : 0;
}

/// Whether a short line of plain text stands alone above others and does not end like a sentence.
bool is_plain_title(std::string_view line, bool is_alone) noexcept {
  constexpr std::string_view kEnds = ".!?:;,";
  return is_alone && line.size() <= kMostTitleBytes &&
         kEnds.find(line.back()) == std::string_view::npos;
}

std::vector<std::string_view> split(const Passage& passage) {
  std::vector<std::string_view> out;
  std::string_view rest = passage.content;
  const std::size_t most = passage.lines.end_line - passage.lines.start_line + std::size_t{1};
  while (!rest.empty() && out.size() < most) {
    const auto end = std::min(rest.find('\n'), rest.size());
    out.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

/// For each line of a document, its heading level. 0: text, or blank. kNothing: a rule or a fence,
/// which are ignored.
constexpr std::size_t kNothing = kDeepestLevel + 1;
std::vector<std::size_t> levels_of(const std::vector<std::string_view>& texts,
                                   std::string_view language) {
  std::vector<std::size_t> out;
  bool is_in_fence = false;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto line = base::trimmed(texts[i], kBlanks);
    const auto before = i > 0 ? base::trimmed(texts[i - 1], kBlanks) : std::string_view();
    const auto after =
        i + 1 < texts.size() ? base::trimmed(texts[i + 1], kBlanks) : std::string_view();
    const bool is_alone = before.empty() && after.empty() && i + 2 < texts.size();
    std::size_t level = 0;
    if (is_fence(line, language)) {
      is_in_fence = !is_in_fence;
      level = kNothing;
    } else if (!is_in_fence && is_underline(line)) {
      level = kNothing;
    } else if (!is_in_fence && !line.empty()) {
      level = marked_level(line, language);
      if (level == 0 && is_underline(after) && !is_fence(after, language))
        level = after[0] == '=' ? 1 : 2;
      if (level == 0 && language == "text" && is_plain_title(line, is_alone)) level = 1;
    }
    out.push_back(level);
  }
  return out;
}

/// The question's words in the headings above a line, outermost first.
class Headings {
 public:
  explicit Headings(HeldWords outermost) { open_.push_back({0, std::move(outermost)}); }
  void enter(std::size_t level, const HeldWords& words) {
    std::erase_if(open_, [&](const auto& heading) { return heading.first >= level; });
    open_.emplace_back(level, words);
  }
  HeldWords words() const {
    HeldWords out;
    for (const auto& [level, words] : open_) out.insert(words.begin(), words.end());
    return out;
  }

 private:
  std::vector<std::pair<std::size_t, HeldWords>> open_;
};

/// Whether at least three words follow the heading on its line, as in HTML pages that are read as
/// Markdown. The symbol contains the heading.
bool has_text_behind(std::string_view heading, const Passage& passage) {
  const auto title = passage.symbol.substr(passage.symbol.rfind('/') + 1);  // npos + 1 is 0
  auto line = base::trimmed(heading, kBlanks);
  while (line.starts_with('#')) line.remove_prefix(1);
  line = base::trimmed(line, kBlanks);
  if (title.empty() || !line.starts_with(title)) return false;
  return std::ranges::count(base::trimmed(line.substr(title.size()), kBlanks), ' ') >= 2;
}

void add_document(std::size_t index, const Passage& passage, const QuestionWords& words,
                  std::vector<PassageLine>& out) {
  const auto texts = split(passage);
  const auto levels = levels_of(texts, passage.language);
  Headings headings(words_in(passage.symbol, words));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    PassageLine line;
    line.passage = index;
    line.number = passage.lines.start_line + static_cast<std::uint32_t>(i);
    line.text = texts[i];
    line.words = words_in(texts[i], words);
    if (levels[i] > 0 && levels[i] < kNothing) headings.enter(levels[i], line.words);
    line.above = headings.words();
    line.is_body = (levels[i] == 0 && !base::trimmed(texts[i], kBlanks).empty()) ||
                   (levels[i] < kNothing && has_text_behind(texts[i], passage));
    out.push_back(std::move(line));
  }
}

void add_code(std::size_t index, const Passage& passage, const QuestionWords& words,
              std::vector<PassageLine>& out) {
  auto number = passage.lines.start_line;
  for (const auto text : split(passage))
    out.push_back(
        {index, number++, text, words_in(text, words), {}, !base::trimmed(text, kBlanks).empty()});
}

}  // namespace

QuestionWords question_words(std::string_view question) {
  QuestionWords out;
  for (auto& term : text::analyze_query(question))
    if (!term.optional) out.insert(std::move(term.text));
  return out;
}

HeldWords words_in(std::string_view text, const QuestionWords& words) {
  text::TermList terms;
  text::analyze_code(text, terms);
  HeldWords out;
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (const auto known = words.find(terms[i]); known != words.end()) out.insert(*known);
  return out;
}

std::vector<PassageLine> lines_of(std::span<const Passage> passages, const QuestionWords& words) {
  std::vector<PassageLine> out;
  for (std::size_t i = 0; i < passages.size(); ++i) {
    if (is_document(passages[i].language))
      add_document(i, passages[i], words, out);
    else
      add_code(i, passages[i], words, out);
  }
  return out;
}

}  // namespace codeweaver::model
