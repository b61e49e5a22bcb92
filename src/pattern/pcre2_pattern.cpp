// PerlPattern with PCRE2: options as in `rg -P`, with a work limit for each match.
// SPDX-License-Identifier: MIT OR Apache-2.0
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/utf8.hpp"
#include "codeweaver/error_codes.hpp"
#include "pattern/perl_pattern.hpp"
#include "pattern/syntax.hpp"

namespace codeweaver::pattern {
namespace {

constexpr std::uint32_t kMostMatchSteps = 10'000'000;  // for one match
constexpr std::uint32_t kMostHeap = 64U << 10;         // KiB
constexpr std::size_t kMostStack = 10U << 20;          // bytes, for compiled code
constexpr std::size_t kMostCompiled = 1U << 20;        // bytes; larger code is interpreted

template <auto Free>
struct Freed {
  template <class T>
  void operator()(T* pointer) const {
    Free(pointer);
  }
};
template <class T, auto Free>
using Owned = std::unique_ptr<T, Freed<Free>>;
using Code = Owned<pcre2_code, pcre2_code_free>;

std::string message_of(int code) {
  std::array<unsigned char, 256> text{};
  const int size = pcre2_get_error_message(code, text.data(), text.size());
  return {text.begin(), text.begin() + std::max(size, 0)};
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                          (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0;
    if (!is_plain) out += '\\';
    out += c;
  }
  return out;
}

/// As in ripgrep: characters after a backslash do not count as upper case.
bool has_upper(std::string_view pattern) {
  std::string plain;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '\\') {
      plain += pattern[i];
      continue;
    }
    ++i;
    while (i + 1 < pattern.size() && (pattern[i + 1] & 0xC0) == 0x80) ++i;
  }
  const auto node = literal_node(plain, {});
  return node && literal_case(*node).has_upper;
}

struct Compiled {
  Code code;
  int error = 0;
  std::size_t at = 0;  // position of the error
};

Compiled compile_text(const std::string& text, bool folds_case) {
  Compiled out;
  std::uint32_t flags = PCRE2_MULTILINE | PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF;
  if (folds_case) flags |= PCRE2_CASELESS;
  out.code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), flags,
                               &out.error, &out.at, nullptr));
  return out;
}

Error cannot_be_read(const std::string& pattern, std::size_t at, int code) {
  constexpr std::size_t kShown = 200;
  return {ErrorCategory::kInvalidArgument, error_code::kPatternInvalid,
          "The pattern cannot be read at byte " + std::to_string(at + 1) + ": " + message_of(code),
          "reading the pattern '" +
              (pattern.size() > kShown ? pattern.substr(0, kShown) + "..." : pattern) + "'",
          "Put \\ before a character to match it literally, or search for fixed text (-F)"};
}

/// Finds which of the joined patterns is wrong, and where.
Error error_of(const PatternOptions& options, const Compiled& all, std::size_t begin) {
  for (const auto& pattern : options.patterns) {
    const auto alone = compile_text(pattern, false);
    if (!alone.code)
      return cannot_be_read(pattern, std::min(alone.at, pattern.size()), alone.error);
  }
  const auto& first = options.patterns.front();
  return cannot_be_read(first, std::min(all.at - std::min(all.at, begin), first.size()), all.error);
}

class Pcre2Matcher : public PerlMatcher {
 public:
  explicit Pcre2Matcher(const pcre2_code& code)
      : code_(code),
        context_(pcre2_match_context_create(nullptr)),
        stack_(pcre2_jit_stack_create(32U << 10, kMostStack, nullptr)),
        match_(pcre2_match_data_create_from_pattern(&code, nullptr)) {
    if (!context_) return;
    pcre2_set_match_limit(context_.get(), kMostMatchSteps);
    pcre2_set_heap_limit(context_.get(), kMostHeap);
    if (stack_) pcre2_jit_stack_assign(context_.get(), nullptr, stack_.get());
  }

  std::optional<Place> find(std::string_view text, std::size_t from) override {
    if (!problem_.empty()) return std::nullopt;
    if (!context_ || !match_) {
      problem_ = message_of(PCRE2_ERROR_NOMEMORY);
      return std::nullopt;
    }
    const char* begin = text.empty() ? "" : text.data();
    const int count = pcre2_match(&code_, reinterpret_cast<PCRE2_SPTR>(begin), text.size(), from, 0,
                                  match_.get(), context_.get());
    if (count == PCRE2_ERROR_NOMATCH) return std::nullopt;
    if (count < 0) {
      problem_ = "this pattern takes too long on a line (" + message_of(count) +
                 "); avoid nested repetition";
      return std::nullopt;
    }
    const auto* ends = pcre2_get_ovector_pointer(match_.get());
    return Place{ends[0], std::max(ends[0], ends[1])};
  }

  const std::string& problem() const noexcept override { return problem_; }

 private:
  const pcre2_code& code_;
  Owned<pcre2_match_context, pcre2_match_context_free> context_;
  Owned<pcre2_jit_stack, pcre2_jit_stack_free> stack_;
  Owned<pcre2_match_data, pcre2_match_data_free> match_;
  std::string problem_;
};

class Pcre2Pattern : public PerlPattern {
 public:
  explicit Pcre2Pattern(Code code) : code_(std::move(code)) {}
  std::unique_ptr<PerlMatcher> matcher() const override {
    return std::make_unique<Pcre2Matcher>(*code_);
  }

 private:
  Code code_;
};

}  // namespace

bool has_perl() noexcept {
  return true;
}

Result<std::shared_ptr<const PerlPattern>> compile_perl(const PatternOptions& options) {
  std::string text;
  for (const auto& pattern : options.patterns) {
    if (!base::is_utf8(pattern)) return cannot_be_read("", 0, PCRE2_ERROR_UTF8_ERR1);
    if (!text.empty()) text += '|';
    text.append("(?:").append(options.is_fixed ? escaped(pattern) : pattern).append(")");
  }
  const bool folds_case = options.letter_case == LetterCase::kFolded ||
                          (options.letter_case == LetterCase::kSmart && !has_upper(text));
  std::size_t begin = 3;
  if (options.is_line || options.is_word) {
    const std::string before = options.is_line ? "(?m:^)(?:" : "(?<!\\w)(?:";
    text = before + text + (options.is_line ? ")(?m:$)" : ")(?!\\w)");
    begin += before.size();
  }
  auto compiled = compile_text(text, folds_case);
  if (!compiled.code) return error_of(options, compiled, begin);
  std::size_t bytes = 0;
  pcre2_pattern_info(compiled.code.get(), PCRE2_INFO_SIZE, &bytes);
  // Without machine code, matches are interpreted.
  if (bytes <= kMostCompiled) pcre2_jit_compile(compiled.code.get(), PCRE2_JIT_COMPLETE);
  return std::shared_ptr<const PerlPattern>(
      std::make_shared<const Pcre2Pattern>(std::move(compiled.code)));
}

}  // namespace codeweaver::pattern
