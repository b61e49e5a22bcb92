// Wraps external scanners: counts their steps and jumps out of those that never end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/scanner_guard.hpp"

#include <tree_sitter/api.h>
#include <tree_sitter/parser.h>

#include <csetjmp>
#include <cstddef>
#include <cstring>
#include <deque>
#include <mutex>

namespace codeweaver::syntax {

namespace {

using Advance = void (*)(TSLexer*, bool);
using Scan = bool (*)(void*, TSLexer*, const bool*);

constexpr std::uint32_t kMaxStepsAtEnd = 10'000;
constexpr std::uint32_t kMaxSteps = 64U << 20;  // no text that is parsed is that long

/// The one scan that runs on this thread. Trivial: nothing is lost by jumping over it.
struct Running {
  std::jmp_buf exit;
  Advance advance;
  std::uint32_t steps, steps_at_end;
  std::uint64_t trips;
};
thread_local Running running;

void guarded_advance(TSLexer* lexer, bool skip) {
  const bool is_over =
      lexer->eof(lexer) ? ++running.steps_at_end > kMaxStepsAtEnd : ++running.steps > kMaxSteps;
  if (is_over) std::longjmp(running.exit, 1);
  running.advance(lexer, skip);
}

/// Frames between setjmp and longjmp are the grammar's C code and guarded_advance.
bool run_guarded(Scan scan, void* payload, TSLexer* lexer, const bool* valid) {
  running.advance = lexer->advance;
  running.steps = running.steps_at_end = 0;
  volatile bool result = false;
  if (setjmp(running.exit) == 0) {
    lexer->advance = guarded_advance;
    result = scan(payload, lexer, valid);
  } else {
    ++running.trips;
    result = false;
  }
  lexer->advance = running.advance;
  return result;
}

/// A grammar's scan function has no room for a context, so each guarded grammar takes a slot with
/// a function of its own.
constexpr std::size_t kSlots = 4;
Scan scans[kSlots];  // written once under the mutex below, before its slot is handed out

template <std::size_t kSlot>
bool scan_slot(void* payload, TSLexer* lexer, const bool* valid) {
  return run_guarded(scans[kSlot], payload, lexer, valid);
}
constexpr Scan kTrampolines[kSlots] = {scan_slot<0>, scan_slot<1>, scan_slot<2>, scan_slot<3>};

struct Guarded {
  const TSLanguage* original;
  TSLanguage copy;
};

}  // namespace

const TSLanguage* guarded_grammar(const TSLanguage* grammar) {
  static std::mutex mutex;
  static std::deque<Guarded> known;
  if (grammar->external_scanner.scan == nullptr) return grammar;
  const std::scoped_lock lock(mutex);
  for (const Guarded& entry : known)
    if (entry.original == grammar) return &entry.copy;
  if (known.size() == kSlots) return grammar;
  const std::size_t slot = known.size();
  Guarded& entry = known.emplace_back();
  entry.original = grammar;
  // Grammars of ABI 13 and 14 end before `name`.
  const std::size_t size =
      grammar->abi_version >= 15 ? sizeof(TSLanguage) : offsetof(TSLanguage, name);
  std::memset(&entry.copy, 0, sizeof entry.copy);
  std::memcpy(&entry.copy, grammar, size);
  scans[slot] = grammar->external_scanner.scan;
  entry.copy.external_scanner.scan = kTrampolines[slot];
  return &entry.copy;
}

std::uint64_t guard_trips() noexcept {
  return running.trips;
}

}  // namespace codeweaver::syntax
