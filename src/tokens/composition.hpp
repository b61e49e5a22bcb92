// Composition: Unicode normalisation forms NFC and NFD.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace codeweaver::tokens {

/// Decomposes letters and marks in canonical order (NFD), and composes them where possible (NFC).
/// Thread safety: const members may be called concurrently.
struct Composition {
  bool composes = true;

  std::string normalized(std::string_view text) const;
};

}  // namespace codeweaver::tokens
