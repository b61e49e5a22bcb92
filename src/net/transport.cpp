// Header look-up.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "net/transport.hpp"

#include <algorithm>

namespace codeweaver::net {
namespace {

char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower_case(x) == lower_case(y); });
}

}  // namespace

const std::string* Reply::header(std::string_view name) const noexcept {
  for (const auto& one : headers)
    if (is_same_name(one.name, name)) return &one.value;
  return nullptr;
}

}  // namespace codeweaver::net
