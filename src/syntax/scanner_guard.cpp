// Wraps external scanners: counts their steps and checks the states they write.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/scanner_guard.hpp"

#include <tree_sitter/api.h>
#include <tree_sitter/parser.h>

#include <array>
#include <csetjmp>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <utility>

#include "syntax/budget.hpp"
#include "syntax/parse_exit.hpp"

namespace codeweaver::syntax {

namespace {

using Advance = void (*)(TSLexer*, bool);
using Scanner = decltype(TSLanguage::external_scanner);

constexpr std::size_t kMaxStepsAtEnd = 10'000;
// Counts that a scanner writes as one byte overflow near this size. Smaller states cannot contain
// one.
constexpr unsigned kLargeState = 250;

/// State of the current scan on this thread. Trivial, so jumping over it loses nothing.
struct Running {
  char* buffers;
  std::size_t max_steps;
  Budget* budget;
  std::size_t steps_since_look;  ///< since the last budget check
  Advance advance;
  std::size_t steps, steps_at_end;
  std::jmp_buf skip;  ///< jump target for a skipped scan
  std::uint64_t trips;
};
constinit thread_local Running running{};

void counted_advance(TSLexer* lexer, bool skip) {
  if (++running.steps > running.max_steps) leave_parse(ParseEnd::kScannerStuck);
  running.advance(lexer, skip);
}

void closely_counted_advance(TSLexer* lexer, bool skip) {
  const bool is_over = lexer->eof(lexer) ? ++running.steps_at_end > kMaxStepsAtEnd
                                         : ++running.steps > running.max_steps;
  if (is_over) std::longjmp(running.skip, 1);
  running.advance(lexer, skip);
}

/// Call it after a scan, with the lexer restored.
void count_scan() {
  constexpr std::size_t kStepsPerLook = std::size_t{1} << 20;
  running.steps_since_look += running.steps;
  if (running.steps_since_look < kStepsPerLook) return;
  running.steps_since_look = 0;
  if (running.budget->look()) leave_parse(ParseEnd::kBudget);
}

bool run_counted(const Scanner& scanner, void* payload, TSLexer* lexer, const bool* valid) {
  running.advance = std::exchange(lexer->advance, counted_advance);
  running.steps = 0;
  const bool result = scanner.scan(payload, lexer, valid);
  lexer->advance = running.advance;
  count_scan();
  return result;
}

/// Frames between setjmp and longjmp are the grammar's C code and closely_counted_advance.
bool run_skippable(const Scanner& scanner, void* payload, TSLexer* lexer, const bool* valid) {
  running.advance = lexer->advance;
  running.steps = running.steps_at_end = 0;
  volatile bool result = false;
  if (setjmp(running.skip) == 0) {
    lexer->advance = closely_counted_advance;
    result = scanner.scan(payload, lexer, valid);
  } else {
    ++running.trips;
    result = false;
  }
  lexer->advance = running.advance;
  count_scan();
  return result;
}

/// Whether the scanner writes the same state again after it has read `state`.
bool comes_back(const Scanner& scanner, void* payload, const char* state, unsigned size) {
  char* const again = running.buffers + kScannerBufferBytes;
  scanner.deserialize(payload, state, size);
  return scanner.serialize(payload, again) == size && std::memcmp(state, again, size) == 0;
}

unsigned write_state(const Scanner& scanner, void* payload, char* out) {
  char* const state = running.buffers;
  const unsigned size = scanner.serialize(payload, state);
  const bool fits = size <= TREE_SITTER_SERIALIZATION_BUFFER_SIZE;
  if (!fits || (size >= kLargeState && !comes_back(scanner, payload, state, size)))
    leave_parse(ParseEnd::kScannerState);
  std::memcpy(out, state, size);
  return size;
}

/// A grammar's functions take no context, so each grammar uses a slot with separate functions.
constexpr std::size_t kSlots = 64;
std::array<Scanner, kSlots> scanners;  // each is written under a mutex before it is used

struct Wrapped {
  bool (*scan)(void*, TSLexer*, const bool*);
  bool (*scan_or_skip)(void*, TSLexer*, const bool*);
  unsigned (*serialize)(void*, char*);
};

template <std::size_t kSlot>
constexpr Wrapped wrapped() {
  return {[](void* payload, TSLexer* lexer, const bool* valid) {
            return run_counted(scanners[kSlot], payload, lexer, valid);
          },
          [](void* payload, TSLexer* lexer, const bool* valid) {
            return run_skippable(scanners[kSlot], payload, lexer, valid);
          },
          [](void* payload, char* out) { return write_state(scanners[kSlot], payload, out); }};
}

template <std::size_t... kIndexes>
constexpr std::array<Wrapped, kSlots> make_slots(std::index_sequence<kIndexes...>) {
  return {wrapped<kIndexes>()...};
}
constexpr std::array<Wrapped, kSlots> kWrapped = make_slots(std::make_index_sequence<kSlots>());

struct Guarded {
  const TSLanguage* original;
  TSLanguage copy;
};

}  // namespace

const TSLanguage* guarded_grammar(const TSLanguage* grammar, bool skips_stuck_scans) {
  static std::mutex mutex;
  static std::deque<Guarded> known;
  if (grammar->external_scanner.scan == nullptr) return grammar;
  const std::scoped_lock lock(mutex);
  for (const Guarded& entry : known)
    if (entry.original == grammar) return &entry.copy;
  const std::size_t slot = known.size();
  if (slot == kSlots) std::abort();  // a test loads all grammars
  Guarded& entry = known.emplace_back();
  entry.original = grammar;
  // Grammars of ABI 13 and 14 end before `name`.
  const std::size_t size =
      grammar->abi_version >= 15 ? sizeof(TSLanguage) : offsetof(TSLanguage, name);
  std::memset(&entry.copy, 0, sizeof entry.copy);
  std::memcpy(&entry.copy, grammar, size);
  scanners[slot] = grammar->external_scanner;
  Scanner& scanner = entry.copy.external_scanner;
  scanner.scan = skips_stuck_scans ? kWrapped[slot].scan_or_skip : kWrapped[slot].scan;
  scanner.serialize = kWrapped[slot].serialize;
  return &entry.copy;
}

void guard_scanners(std::size_t text_bytes, char* buffers, Budget& budget) noexcept {
  running.buffers = buffers;
  running.budget = &budget;
  running.max_steps = text_bytes + kMaxStepsAtEnd;
}

std::uint64_t guard_trips() noexcept {
  return running.trips;
}

}  // namespace codeweaver::syntax
