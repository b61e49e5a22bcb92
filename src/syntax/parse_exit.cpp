// run_leavable and leave_parse: setjmp and longjmp to the thread's innermost exit.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/parse_exit.hpp"

#include <csetjmp>
#include <cstdlib>

namespace codeweaver::syntax {

namespace {

struct Exit {
  std::jmp_buf place;
  Exit* before;
  ParseEnd reason;
};
constinit thread_local Exit* innermost = nullptr;

}  // namespace

ParseEnd run_leavable(void (*work)(void*), void* context) {
  Exit exit;
  exit.before = innermost;
  exit.reason = ParseEnd::kDone;
  innermost = &exit;
  if (setjmp(exit.place) == 0) work(context);
  innermost = exit.before;
  return exit.reason;
}

void leave_parse(ParseEnd reason) noexcept {
  if (innermost == nullptr) std::abort();  // only tree-sitter allocates, inside run_leavable
  innermost->reason = reason;
  std::longjmp(innermost->place, 1);
}

}  // namespace codeweaver::syntax
