// Generator: combines tokens of the grammar's symbols and of samples in six ways.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "fuzz/generator.hpp"

#include <tree_sitter/api.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "base/utf8.hpp"
#include "syntax/rules.hpp"

namespace codeweaver::fuzz {

namespace {

constexpr std::size_t kMaxBytes = 64 * 1024;

// What no grammar lists, and what scanners look at.
constexpr std::array<std::string_view, 40> kCommon = {"a",
                                                      "b1",
                                                      "Name",
                                                      "_",
                                                      "0",
                                                      "1.5e3",
                                                      "\n",
                                                      "\n\n",
                                                      "\r\n",
                                                      "\t",
                                                      " ",
                                                      "    ",
                                                      "\"",
                                                      "'",
                                                      "`",
                                                      "\"\"\"",
                                                      "'''",
                                                      "\\",
                                                      "$",
                                                      "#{",
                                                      "${",
                                                      "<<",
                                                      "<<~A",
                                                      "<<-'A'",
                                                      "A\n",
                                                      "/*",
                                                      "*/",
                                                      "//",
                                                      "#",
                                                      "--",
                                                      "=>",
                                                      "->",
                                                      "<!--",
                                                      "-->",
                                                      "%w(",
                                                      "r#\"",
                                                      "\xC3\xA9",
                                                      "\xE2\x80\xA8",
                                                      "\xF0\x9F\x98\x80",
                                                      "\f"};

std::vector<std::string> tokens_of(const TSLanguage* grammar) {
  std::vector<std::string> tokens(kCommon.begin(), kCommon.end());
  const std::uint32_t count = ts_language_symbol_count(grammar);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto symbol = static_cast<TSSymbol>(i);
    if (ts_language_symbol_type(grammar, symbol) != TSSymbolTypeAnonymous) continue;
    if (const char* name = ts_language_symbol_name(grammar, symbol); name != nullptr)
      tokens.emplace_back(name);
  }
  return tokens;
}

/// With a sign for what is no character: such files are not read.
std::string characters_of(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto [length, is_valid] = base::utf8_step(text);
    out += is_valid && text[0] != '\0' ? text.substr(0, length) : "?";
    text.remove_prefix(length);
  }
  return out;
}

/// Runs of letters and digits, of white space, and single signs.
void append_words(std::string_view text, std::vector<std::string>& out) {
  const auto kind = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) != 0 || c == '_' || byte >= 0x80 ? 0
           : std::isspace(byte) != 0                           ? 1
                                                               : 2;
  };
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin + 1;
    while (end < text.size() && kind(text[begin]) != 2 && kind(text[end]) == kind(text[begin]))
      ++end;
    out.emplace_back(text.substr(begin, end - begin));
    begin = end;
  }
}

}  // namespace

/// One text in the making.
class Generator::Maker {
 public:
  Maker(const Generator& from, std::uint64_t seed) : from_(from), random_(seed) {}

  std::string run() {
    switch (below(7)) {
      case 0:
        nest();
        break;
      case 1:
        repeat();
        break;
      case 2:
        soup();
        break;
      case 3:
        indent();
        break;
      case 4:
        long_words();
        break;
      default:
        mutate();
    }
    if (out_.size() > kMaxBytes) out_.resize(kMaxBytes);
    return characters_of(out_);
  }

 private:
  std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }
  bool chance(std::size_t percent) { return below(100) < percent; }
  /// As often small as large: up to 2^bits.
  std::size_t count(unsigned bits) { return 1 + below(std::size_t{1} << (1 + below(bits))); }

  const std::string& token() {
    const auto& list = chance(60) || from_.words_.empty() ? from_.tokens_ : from_.words_;
    return list[below(list.size())];
  }
  std::string phrase(std::size_t tokens) {
    std::string out;
    for (std::size_t i = 0; i < tokens; ++i) {
      out += token();
      if (chance(40)) out += ' ';
    }
    return out;
  }
  std::string part_of_sample() {
    if (from_.samples_.empty()) return phrase(5);
    const std::string& sample = from_.samples_[below(from_.samples_.size())];
    const std::size_t begin = below(sample.size());
    return sample.substr(begin, count(10));
  }

  void times(const std::string& unit, std::size_t n) {
    const std::size_t per_line = chance(50) ? 1 : 1 + below(200);
    for (std::size_t i = 1; i <= n && out_.size() < kMaxBytes; ++i) {
      out_ += unit;
      if (i % per_line == 0) out_ += '\n';
    }
  }

  void nest() {
    const std::size_t depth = count(14);
    const std::string open = phrase(1 + below(4));
    if (chance(20)) out_ += part_of_sample();
    times(open, depth);
    out_ += phrase(below(4));
    if (chance(60)) times(phrase(1 + below(2)), depth);
    if (chance(20)) out_ += part_of_sample();
  }

  void repeat() {
    const std::string unit = chance(70) ? phrase(1 + below(5)) : part_of_sample();
    if (chance(30)) out_ += phrase(below(4));
    times(unit, count(15));
    if (chance(30)) times(phrase(1 + below(3)), count(12));
  }

  void soup() {
    for (std::size_t n = count(12); n > 0 && out_.size() < kMaxBytes; --n) {
      out_ += token();
      if (chance(30)) out_ += chance(20) ? '\n' : ' ';
    }
  }

  void indent() {
    const std::string line = phrase(1 + below(4));
    const std::size_t step = below(4);
    const bool varies = chance(30);
    std::size_t depth = 0;
    for (std::size_t n = count(10); n > 0 && out_.size() < kMaxBytes; --n) {
      out_ += std::string(depth % 9000, chance(2) ? '\t' : ' ');
      out_ += varies ? phrase(1 + below(4)) : line;
      out_ += '\n';
      depth = chance(3) ? below(depth + 1) : depth + step;
    }
  }

  /// Words and runs of one sign about as long as what a byte or a scanner's state can count.
  void long_words() {
    constexpr std::array<std::size_t, 9> kLengths = {100,  127,  128,  255, 256,
                                                     1000, 1019, 1024, 5000};
    for (std::size_t n = count(5); n > 0; --n) {
      const std::size_t length = kLengths[below(kLengths.size())] + below(3);
      out_ += phrase(below(4));
      const std::string unit =
          chance(50) ? std::string(1, static_cast<char>('a' + below(26))) : token();
      for (std::size_t i = 0; i < length && out_.size() < kMaxBytes; ++i) out_ += unit;
      if (chance(60)) out_ += '\n';
    }
  }

  void mutate() {
    if (from_.samples_.empty()) return soup();
    out_ = from_.samples_[below(from_.samples_.size())];
    for (std::size_t n = count(6); n > 0 && !out_.empty(); --n) {
      const std::size_t at = below(out_.size());
      switch (below(5)) {
        case 0:
          out_.erase(at, count(6));
          break;
        case 1:
          out_.insert(at, phrase(1 + below(3)));
          break;
        case 2:
          out_.insert(at, part_of_sample());
          break;
        case 3: {
          const std::string block = out_.substr(at, count(8));
          std::string many;
          for (std::size_t i = count(8); i > 0 && many.size() < kMaxBytes / 2; --i) many += block;
          out_.insert(at, many);
          break;
        }
        default:
          out_[at] = static_cast<char>(1 + below(255));
      }
    }
    if (chance(20)) out_.resize(below(out_.size() + 1));
  }

  const Generator& from_;
  std::mt19937_64 random_;
  std::string out_;
};

Generator::Generator(syntax::LanguageIndex language, std::vector<std::string> samples)
    : tokens_(tokens_of(syntax::rules_of(language)->grammar)), samples_(std::move(samples)) {
  std::erase_if(samples_, [](const std::string& sample) { return sample.empty(); });
  for (const std::string& sample : samples_) append_words(sample, words_);
}

std::string Generator::make(std::uint64_t seed) const {
  return Maker(*this, seed).run();
}

}  // namespace codeweaver::fuzz
