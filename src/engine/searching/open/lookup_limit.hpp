// The context of a look-up's calls: that of the caller, within the deadline of the look-up.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>

#include "codeweaver/call_context.hpp"
#include "codeweaver/searchable.hpp"

namespace codeweaver::engine {

/// `call` until the deadline of the look-up. Clears the warnings of the look-up.
inline CallContext limited(const CallContext& call, const Lookup& lookup) {
  if (lookup.warnings != nullptr) lookup.warnings->clear();
  if (lookup.deadline.count() == 0) return call;
  return call.until(std::chrono::steady_clock::now() + lookup.deadline);
}

}  // namespace codeweaver::engine
