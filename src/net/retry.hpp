// When a request is sent again, and after which pause.
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
/// The same of a request to a store: its first three.
inline constexpr std::span kStorePauses = std::span(kModelPauses).first<3>();

/// How long a query waits for a store where it has no deadline.
inline constexpr std::chrono::milliseconds kStoreQueryPatience{10'000};

/// A service that asks for a longer pause is given up.
inline constexpr std::chrono::milliseconds kLongestPause{60'000};

/// Whether another attempt may help: after timeouts, 429 and 5xx.
bool is_worth_retrying(const Exchange& exchange);

/// What the Retry-After header of a reply asks for, in seconds or as a date; nullopt: nothing.
/// `now` is compared with a date, which needs the clock of both sides to agree.
std::optional<std::chrono::milliseconds> retry_after(const Reply& reply,
                                                     std::chrono::system_clock::time_point now);

}  // namespace codeweaver::net
