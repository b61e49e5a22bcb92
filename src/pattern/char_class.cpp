// CharClass: Perl's letter classes, set algebra, and conversion to RE2 syntax.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "pattern/char_class.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <map>
#include <mutex>

#include "base/utf8.hpp"

namespace codeweaver::pattern {
namespace {

constexpr char32_t kLastCharacter = 0x10FFFF, kFirstSurrogate = 0xD800, kLastSurrogate = 0xDFFF;

RE2::Options quiet_options() {
  RE2::Options options;
  options.set_log_errors(false);
  return options;
}

using KnownProperties = std::map<std::string, CharRanges>;  // by RE2's name

/// A text of the characters [first, last], without surrogates.
std::string text_of_all(char32_t first, char32_t last) {
  std::string out;
  for (char32_t c = first; c <= last; ++c)
    if (c < kFirstSurrogate || c > kLastSurrogate) base::append_utf8(c, out);
  return out;
}

/// Finds the runs of a property in texts with ascending characters.
struct PropertyRuns {
  explicit PropertyRuns(const std::string& name)
      : others("[^" + name + "]*", quiet_options()), run(name + "+", quiet_options()) {}
  RE2 others, run;
};

void add_runs(re2::StringPiece text, const PropertyRuns& property, CharRanges& out) {
  while (RE2::Consume(&text, property.others) && !text.empty()) {
    const char* const begin = text.data();
    if (!RE2::Consume(&text, property.run)) return;
    const std::string_view bytes(begin, static_cast<std::size_t>(text.data() - begin));
    std::size_t last = bytes.size() - 1;
    while ((static_cast<unsigned char>(bytes[last]) & 0xC0) == 0x80) --last;
    out.emplace_back(decode(bytes).character, decode(bytes.substr(last)).character);
  }
}

/// Adds the ranges of properties that RE2 knows. Cost: about 20 ms each.
void scan(const std::vector<std::string>& names, KnownProperties& known) {
  constexpr char32_t kBlock = 0x10000;  // their text fits into the cache
  std::map<std::string, PropertyRuns> wanted;
  for (const auto& name : names) wanted.try_emplace(name, name);
  for (char32_t first = 0; first <= kLastCharacter; first += kBlock) {
    const auto text = text_of_all(first, first + kBlock - 1);
    for (const auto& [name, property] : wanted) add_runs(text, property, known[name]);
  }
  for (const auto& name : names) known[name] = sorted(std::move(known[name]));
}

/// Appends the ranges of properties. Each is scanned once per process.
void add_properties(const std::vector<std::string>& names, CharRanges& out) {
  static std::mutex mutex;
  static KnownProperties known;
  const std::lock_guard lock(mutex);
  std::vector<std::string> unknown;
  std::ranges::copy_if(names, std::back_inserter(unknown),
                       [&](const std::string& name) { return !known.contains(name); });
  if (!unknown.empty()) scan(unknown, known);
  for (const auto& name : names) out.insert(out.end(), known[name].begin(), known[name].end());
}

struct PropertyName {
  std::string_view name, category;
};
constexpr std::array kCategories = std::to_array<PropertyName>({
    {"letter", "L"},
    {"uppercaseletter", "Lu"},
    {"lowercaseletter", "Ll"},
    {"titlecaseletter", "Lt"},
    {"modifierletter", "Lm"},
    {"otherletter", "Lo"},
    {"mark", "M"},
    {"nonspacingmark", "Mn"},
    {"spacingmark", "Mc"},
    {"enclosingmark", "Me"},
    {"number", "N"},
    {"decimalnumber", "Nd"},
    {"digit", "Nd"},
    {"letternumber", "Nl"},
    {"othernumber", "No"},
    {"punctuation", "P"},
    {"punct", "P"},
    {"connectorpunctuation", "Pc"},
    {"dashpunctuation", "Pd"},
    {"openpunctuation", "Ps"},
    {"closepunctuation", "Pe"},
    {"initialpunctuation", "Pi"},
    {"finalpunctuation", "Pf"},
    {"otherpunctuation", "Po"},
    {"symbol", "S"},
    {"mathsymbol", "Sm"},
    {"currencysymbol", "Sc"},
    {"modifiersymbol", "Sk"},
    {"othersymbol", "So"},
    {"separator", "Z"},
    {"spaceseparator", "Zs"},
    {"lineseparator", "Zl"},
    {"paragraphseparator", "Zp"},
    {"control", "Cc"},
    {"cntrl", "Cc"},
    {"format", "Cf"},
});

bool is_known(const std::string& property) {
  return RE2("\\p{" + property + "}", quiet_options()).ok();
}

}  // namespace

Decoded decode(std::string_view text) noexcept {
  const auto step = base::utf8_step(text);
  if (!step.is_valid) return {kNoCharacter, step.length};
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return {lead, 1};
  char32_t c = lead & (0x7FU >> step.length);
  for (std::size_t i = 1; i < step.length; ++i)
    c = c << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
  return {c, step.length};
}

CharClass digits() {
  return {{}, {"\\p{Nd}"}, false, false};
}

CharClass spaces() {
  return {{{'\t', '\t'},
           {'\v', '\r'},
           {' ', ' '},
           {0x85, 0x85},
           {0xA0, 0xA0},
           {0x1680, 0x1680},
           {0x2000, 0x200A},
           {0x2028, 0x2029},
           {0x202F, 0x202F},
           {0x205F, 0x205F},
           {0x3000, 0x3000}},
          {},
          false,
          false};
}

/// Alphabetic, M, Nd, Pc and Join_Control (UTS #18). Besides L, Nl and M, only letters in circles
/// and squares are alphabetic.
CharClass word_characters() {
  return {{{0x200C, 0x200D},
           {0x24B6, 0x24E9},
           {0x1F130, 0x1F149},
           {0x1F150, 0x1F169},
           {0x1F170, 0x1F189}},
          {"\\p{L}", "\\p{Nl}", "\\p{M}", "\\p{Nd}", "\\p{Pc}"},
          false,
          false};
}

CharRanges ascii_class(char letter) {
  if (letter == 'd') return {{'0', '9'}};
  if (letter == 's') return {{'\t', '\t'}, {'\v', '\r'}, {' ', ' '}};
  return {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
}

CharRanges sorted(CharRanges ranges) {
  std::ranges::sort(ranges);
  CharRanges out;
  for (const auto& [first, last] : ranges) {
    if (!out.empty() && first <= out.back().second + 1)
      out.back().second = std::max(out.back().second, last);
    else
      out.emplace_back(first, last);
  }
  return out;
}

CharRanges complement(const CharRanges& ranges) {
  CharRanges with_surrogates = ranges;
  with_surrogates.emplace_back(kFirstSurrogate, kLastSurrogate);
  CharRanges out;
  char32_t next = 0;
  for (const auto& [first, last] : sorted(std::move(with_surrogates))) {
    if (next < first) out.emplace_back(next, first - 1);
    next = last + 1;
  }
  if (next <= kLastCharacter) out.emplace_back(next, kLastCharacter);
  return out;
}

CharRanges common(const CharRanges& a, const CharRanges& b) {
  CharRanges out;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const auto first = std::max(a[i].first, b[j].first), last = std::min(a[i].second, b[j].second);
    if (first <= last) out.emplace_back(first, last);
    if (a[i].second < b[j].second)
      ++i;
    else
      ++j;
  }
  return out;
}

CharRanges resolve(const CharClass& characters) {
  CharRanges ranges = characters.ranges;
  if (!characters.named.empty()) add_properties(characters.named, ranges);
  ranges = sorted(std::move(ranges));
  return characters.is_negated ? complement(ranges) : ranges;
}

std::string re2_character(char32_t c) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "\\x{%X}", static_cast<unsigned>(c));
  return text.data();
}

std::string to_re2(const CharClass& characters) {
  // No class matches a line feed: it is removed from ranges, and added before negation.
  CharRanges ranges = sorted(characters.ranges);
  if (characters.is_negated) {
    ranges.emplace_back('\n', '\n');
  } else {
    ranges = common(ranges, complement({{'\n', '\n'}}));
    if (ranges.empty() && characters.named.empty()) return "[^\\x00-\\x{10FFFF}]";
  }
  std::string out = characters.folds_case ? "(?i:[" : "[";
  if (characters.is_negated) out += '^';
  for (const auto& [first, last] : ranges) {
    out += re2_character(first);
    if (first != last) out += '-' + re2_character(last);
  }
  for (const auto& name : characters.named) out += name;
  return out += characters.folds_case ? "])" : "]";
}

std::optional<std::string> re2_property(std::string_view name) {
  if (const auto equal = name.find_first_of("=:"); equal != std::string_view::npos)
    name.remove_prefix(equal + 1);
  std::string plain;
  for (const char c : name)
    if (c != '_' && c != '-' && c != ' ')
      plain += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  for (const auto& [known, category] : kCategories)
    if (known == plain) return std::string(category);
  if (plain == "any" || plain == "cn" || plain.empty()) return std::nullopt;
  std::string spelled = plain;
  spelled.front() = static_cast<char>(spelled.front() - (spelled.front() >= 'a' ? 32 : 0));
  if (is_known(spelled)) return spelled;
  // Names of scripts with several words have a capital in each word.
  std::string as_given(name);
  if (!as_given.empty() && is_known(as_given)) return as_given;
  return std::nullopt;
}

}  // namespace codeweaver::pattern
