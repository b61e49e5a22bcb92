// Decides the language by the first bytes of a file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <initializer_list>
#include <string>

#include "syntax/language_table.hpp"

namespace codeweaver::syntax {

namespace {

using Marks = std::initializer_list<std::string_view>;

bool contains_any(std::string_view text, Marks marks) {
  return std::any_of(marks.begin(), marks.end(), [&](std::string_view mark) {
    return text.find(mark) != std::string_view::npos;
  });
}

/// Whether a line begins with one of `marks` after its leading blanks.
bool has_line_starting(std::string_view text, Marks marks) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    for (const std::string_view mark : marks)
      if (line.starts_with(mark)) return true;
    begin = end + 1;
  }
  return false;
}

/// The language `id`, or `named` if the table does not have it.
LanguageIndex pick(std::string_view id, LanguageIndex named) {
  return LanguageTable::instance().by_name(id).value_or(named);
}

bool looks_like_objective_c(std::string_view head) {
  return has_line_starting(head, {"@interface", "@implementation", "@protocol", "@class", "@import",
                                  "#import", "@property", "NS_ASSUME_NONNULL_BEGIN"});
}

bool looks_like_cpp(std::string_view head) {
  return has_line_starting(head, {"class ", "namespace ", "template<", "template <", "using ",
                                  "public:", "private:", "protected:", "friend ", "virtual ",
                                  "constexpr ", "explicit ", "inline namespace "}) ||
         contains_any(head, {"std::", "static_cast<", "nullptr", "noexcept", " operator",
                             "#include <vector>", "#include <string>", "#include <memory>",
                             "#include <map>"});
}

LanguageIndex decide_header(LanguageIndex named, std::string_view head) {
  if (looks_like_objective_c(head)) return pick("objc", named);
  // A C header may contain `extern "C" {` under __cplusplus.
  return looks_like_cpp(head) ? pick("cpp", named) : named;
}

LanguageIndex decide_m(LanguageIndex named, std::string_view head) {
  if (looks_like_objective_c(head) || contains_any(head, {"#include", "//", "/*"})) return named;
  return has_line_starting(head, {"%", "function ", "function[", "classdef ", "end", "clear"})
             ? pick("matlab", named)
             : named;
}

LanguageIndex decide_pl(LanguageIndex named, std::string_view head) {
  const bool is_perl = head.starts_with("#!") ||
                       has_line_starting(head, {"use ", "package ", "my ", "sub ", "require "});
  return !is_perl && has_line_starting(head, {":-", "?-", "%"}) ? pick("prolog", named) : named;
}

LanguageIndex decide_t(LanguageIndex named, std::string_view head) {
  const bool is_perl =
      head.starts_with("#!") ||
      has_line_starting(head, {"use ", "package ", "my ", "sub ", "require ", "BEGIN ", "=pod"});
  return is_perl ? named : pick("text", named);
}

LanguageIndex decide_inc(LanguageIndex named, std::string_view head) {
  if (contains_any(head, {"<?php", "<?="})) return pick("php", named);
  if (has_line_starting(head, {"#include", "#define", "#if", "//", "/*", "struct ", "static "}))
    return looks_like_cpp(head) ? pick("cpp", named) : pick("c", named);
  if (has_line_starting(head, {"{$", "procedure ", "unit "})) return pick("pascal", named);
  return pick("text", named);
}

LanguageIndex decide_ts(LanguageIndex named, std::string_view head) {
  return head.starts_with("<?xml") || head.starts_with("<!DOCTYPE") || head.starts_with("<TS")
             ? pick("xml", named)
             : named;
}

/// "python3.11" -> "python", "perl5" -> "perl".
std::string_view without_version(std::string_view program) {
  const std::size_t last = program.find_last_not_of("0123456789.");
  return program.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string_view next_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  const std::string_view word = text.substr(0, std::min(text.find_first_of(" \t"), text.size()));
  text.remove_prefix(word.size());
  return word;
}

}  // namespace

LanguageIndex decide_by_content(std::string_view extension, LanguageIndex named,
                                std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  if (extension == "h") return decide_header(named, head);
  if (extension == "m") return decide_m(named, head);
  if (extension == "pl") return decide_pl(named, head);
  if (extension == "t") return decide_t(named, head);
  if (extension == "inc") return decide_inc(named, head);
  if (extension == "ts") return decide_ts(named, head);
  return named;
}

std::optional<LanguageIndex> language_of_shebang(std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  if (!head.starts_with("#!")) return std::nullopt;
  std::string_view line = head.substr(2, std::min(head.find_first_of("\r\n"), head.size()) - 2);
  const LanguageTable& table = LanguageTable::instance();
  // `#!/usr/bin/env -S VAR=1 python3 -u`: takes the first word that is not an option or assignment.
  for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
    const std::string_view program = word.substr(word.find_last_of('/') + 1);
    if (program == "env" || word.starts_with('-') || word.find('=') != std::string_view::npos)
      continue;
    if (const auto known = table.by_interpreter(program)) return known;
    return table.by_interpreter(without_version(program));
  }
  return std::nullopt;
}

}  // namespace codeweaver::syntax
