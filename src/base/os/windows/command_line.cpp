// Quotes words: blanks separate words outside quotes; backslashes before a quote count double.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/windows/command_line.hpp"

#include <algorithm>

#include "base/os/windows/win32.hpp"

namespace codeweaver::os {
namespace {

void append_quoted(std::wstring& line, const std::wstring& word) {
  if (!word.empty() && word.find_first_of(L" \t\n\v\"") == std::wstring::npos) {
    line += word;
    return;
  }
  line += L'"';
  std::size_t backslashes = 0;
  for (const wchar_t unit : word) {
    if (unit == L'"') line.append(backslashes + 1, L'\\');
    backslashes = unit == L'\\' ? backslashes + 1 : 0;
    line += unit;
  }
  line.append(backslashes, L'\\');  // the closing quote follows
  line += L'"';
}

bool is_before(const std::wstring& a, const std::wstring& b) noexcept {
  const auto name = [](const std::wstring& variable) {
    return static_cast<int>(std::min(variable.find(L'='), variable.size()));
  };
  return ::CompareStringOrdinal(a.c_str(), name(a), b.c_str(), name(b), TRUE) == CSTR_LESS_THAN;
}

}  // namespace

std::wstring command_line(const std::vector<std::string>& words) {
  std::wstring line;
  for (const auto& word : words) {
    if (!line.empty()) line += L' ';
    append_quoted(line, to_wide(word));
  }
  return line;
}

std::wstring environment_block(const std::vector<std::string>& variables) {
  std::vector<std::wstring> sorted;
  for (const auto& variable : variables) sorted.push_back(to_wide(variable));
  std::ranges::stable_sort(sorted, is_before);
  std::wstring block;
  for (const auto& variable : sorted) block.append(variable).push_back(L'\0');
  if (block.empty())
    block.push_back(L'\0');  // an empty block needs its own terminator before the
                             // terminator of the text
  return block;
}

}  // namespace codeweaver::os
