// When to send a request again, and after which pause.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <span>

#include "net/transport.hpp"

namespace codeweaver::net {

/// Pauses before the second, third, ... attempt of a request to a model.
inline constexpr std::chrono::milliseconds kModelPauses[] = {
    std::chrono::milliseconds(1000), std::chrono::milliseconds(2000),
    std::chrono::milliseconds(4000), std::chrono::milliseconds(8000),
    std::chrono::milliseconds(16'000)};
/// Pauses for a request to a store: the first three.
inline constexpr std::span kStorePauses = std::span(kModelPauses).first<3>();

/// How long a query without a deadline waits for a store.
inline constexpr std::chrono::milliseconds kStoreQueryPatience{10'000};

/// If a service requests a longer pause, the call fails.
inline constexpr std::chrono::milliseconds kLongestPause{60'000};

/// Whether another attempt may help: after timeouts, 429 and 5xx.
bool is_worth_retrying(const Exchange& exchange);

/// The pause from the Retry-After header, given in seconds or as a date. nullopt: none. A date is
/// compared with `now`, so the clocks of both sides must agree.
std::optional<std::chrono::milliseconds> retry_after(const Reply& reply,
                                                     std::chrono::system_clock::time_point now);

}  // namespace codeweaver::net
