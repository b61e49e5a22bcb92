// CallContext: how long a call to a model or a store may take, and for whom it is made.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_CALL_CONTEXT_HPP_
#define CODEWEAVER_CALL_CONTEXT_HPP_

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "codeweaver/export.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Stop token, deadline and request id of a call. The library passes them on to the models and
/// stores that it calls. Copying costs as much as copying a string.
struct CallContext {
  using Time = std::chrono::steady_clock::time_point;
  /// Who waits for the call.
  enum class Kind : std::uint8_t {
    kWork,   ///< background work: calls of services are repeated after transient errors
    kQuery,  ///< a user: calls of services are not repeated
    kProbe   ///< a check of a service: like kQuery, but failures do not open its circuit breaker
  };

  std::stop_token stop{};          ///< the call returns kCancelled soon after a stop request
  std::optional<Time> deadline{};  ///< the call ends at this time; nullopt: no limit
  std::string request_id{};        ///< sent to services and written to the log; empty: none
  Kind kind = Kind::kWork;

  CallContext() = default;
  /// A context without a deadline. The conversion is implicit, so that a caller can pass a stop
  /// token.
  CallContext(std::stop_token token)
      : stop(std::move(token)) {}  // NOLINT(google-explicit-constructor)

  /// True if a user or a check waits for the call. Failed calls of services are then not repeated.
  bool is_awaited() const noexcept { return kind != Kind::kWork; }
  /// Time until the deadline, at least 1 ms; nullopt: no deadline.
  std::optional<std::chrono::milliseconds> left() const {
    if (!deadline) return std::nullopt;
    const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(
        *deadline - std::chrono::steady_clock::now());
    return std::max(rest, std::chrono::milliseconds(1));
  }
  /// The smaller of `most` and left().
  std::chrono::milliseconds left_of(std::chrono::milliseconds most) const {
    return std::min(left().value_or(most), most);
  }

  /// A copy that ends at the earlier of `end` and its own deadline. nullopt: an unchanged copy.
  CallContext until(std::optional<Time> end) const {
    auto out = *this;
    if (end) out.deadline = std::min(deadline.value_or(*end), *end);
    return out;
  }
  /// A copy for work that must be finished once it has started.
  CallContext without_deadline() const {
    auto out = *this;
    out.deadline.reset();
    return out;
  }
  /// A copy for work that a user waits for.
  CallContext awaited() const {
    auto out = *this;
    if (out.kind == Kind::kWork) out.kind = Kind::kQuery;
    return out;
  }
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_CALL_CONTEXT_HPP_
