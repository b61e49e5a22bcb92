// Guards the grammars' scanners: turns their faults (oversized states, endless reads) into the end
// of one parse.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

struct TSLanguage;

namespace codeweaver::syntax {

class Budget;

/// Returns the same grammar with a guarded scanner; static storage. Returns a grammar without a
/// scanner unchanged. Thread-safe.
/// - The guard writes a scanner's state to a separate buffer. tree-sitter's buffer has 1024 bytes,
///   and some scanners write beyond it. A state that is too large, or a large state that does not
///   survive a round trip, leaves the parse (ParseEnd::kScannerState).
/// - A scanner that reads beyond the end of the text leaves the parse (kScannerStuck). With
///   `skips_stuck_scans`, which costs more, the scan counts as "no token here" instead: the Perl
///   scanner reads the end of the file forever on "<<_\n@v".
const TSLanguage* guarded_grammar(const TSLanguage* grammar, bool skips_stuck_scans);

/// More bytes than any scanner writes, or reads from its state.
inline constexpr std::size_t kScannerBufferBytes = 96 * 1024;

/// Sets the context of guarded grammars on this thread: the text size, two consecutive buffers and
/// a budget, both borrowed. If many scans go far and find nothing, the parser seldom checks the
/// time; therefore the scanners check it too (ParseEnd::kBudget).
void guard_scanners(std::size_t text_bytes, char* buffers, Budget& budget) noexcept;

/// Number of skipped scans on this thread.
std::uint64_t guard_trips() noexcept;

}  // namespace codeweaver::syntax
