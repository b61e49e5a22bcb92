// Stands between tree-sitter and the grammars' scanners, whose faults it turns into the end of one
// parse: states that do not fit, reading without end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

struct TSLanguage;

namespace codeweaver::syntax {

class Budget;

/// The same grammar with its scanner under guard; lives for ever. A grammar without a scanner is
/// returned as it is. May be called concurrently.
/// - A scanner's state is written to a buffer of its own. tree-sitter's has 1024 bytes, beyond
///   which some scanners write; such a state, and a large one that does not come back as it was
///   from what was written of it, leaves the parse (ParseEnd::kScannerState).
/// - A scanner that reads further than the text is long leaves the parse (kScannerStuck); with
///   `skips_stuck_scans`, which costs more, that is taken for "no token here" instead: the Perl
///   scanner reads the end of the file for ever on "<<_\n@v".
const TSLanguage* guarded_grammar(const TSLanguage* grammar, bool skips_stuck_scans);

/// More bytes than any scanner writes, or reads of what it wrote.
inline constexpr std::size_t kScannerBufferBytes = 96 * 1024;

/// Says what guarded grammars work with on this thread from now on: a text of that size, two
/// buffers in a row and a budget, which are borrowed. Where many scans go far and find nothing, the
/// parser seldom asks for the time; so they do (ParseEnd::kBudget).
void guard_scanners(std::size_t text_bytes, char* buffers, Budget& budget) noexcept;

/// How often a scan was skipped on this thread.
std::uint64_t guard_trips() noexcept;

}  // namespace codeweaver::syntax
