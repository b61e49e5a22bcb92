// Bounds what a grammar's scanner may do in one call, where the parser's progress callback is not
// called: the Perl scanner reads the end of the file for ever on some inputs ("<<_\n@v").
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

struct TSLanguage;

namespace codeweaver::syntax {

/// The same grammar with its scanner under guard; lives for ever. A scanner that keeps reading
/// past the end, or reads too much at once, is abandoned as "no token here".
/// Costs 5 to 25 % of the parse time, so only grammars marked in the table get it.
const TSLanguage* guarded_grammar(const TSLanguage* grammar);

/// How often the guard stepped in on this thread.
std::uint64_t guard_trips() noexcept;

}  // namespace codeweaver::syntax
