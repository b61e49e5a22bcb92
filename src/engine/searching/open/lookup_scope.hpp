// LookupScope: applies the limits of a look-up to the calls of services that it needs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>

#include "base/stop_scope.hpp"
#include "codeweaver/searchable.hpp"

namespace codeweaver::engine {

/// While it lives, calls of services end at the deadline of the look-up, or when it is stopped.
/// Clears the warnings of the look-up.
class LookupScope {
 public:
  LookupScope(const Lookup& lookup, const std::stop_token& stop)
      : limited_(stop.stop_possible() ? stop : base::StopScope::current(), end_of(lookup)) {
    if (lookup.warnings != nullptr) lookup.warnings->clear();
  }

 private:
  static std::optional<base::StopScope::Time> end_of(const Lookup& lookup) {
    if (lookup.deadline.count() == 0) return std::nullopt;
    return std::chrono::steady_clock::now() + lookup.deadline;
  }

  base::StopScope limited_;
};

}  // namespace codeweaver::engine
