// Scores as text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace codeweaver::engine {

/// Three digits after the decimal point.
inline std::string score_text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3f", value);
  return text.data();
}

}  // namespace codeweaver::engine
