// Composition: the normal forms of Unicode that keep what a text means, NFC and NFD.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace codeweaver::tokens {

/// Letters and their marks, apart and in order (NFD), or as one character where there is one (NFC).
/// Thread safety: const members may be called concurrently.
struct Composition {
  bool composes = true;

  std::string normalized(std::string_view text) const;
};

}  // namespace codeweaver::tokens
