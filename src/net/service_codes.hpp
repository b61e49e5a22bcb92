// Error codes of service calls that callers distinguish.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

namespace codeweaver::net::service_code {

inline constexpr char kUnreachable[] = "SERVICE_UNREACHABLE";  ///< no server at the address
inline constexpr char kDropped[] = "SERVICE_DROPPED";          ///< the connection ended early
inline constexpr char kUntrusted[] = "SERVICE_UNTRUSTED";      ///< its certificate is not trusted
inline constexpr char kTimeout[] = "SERVICE_TIMEOUT";          ///< the service took too long
inline constexpr char kFailed[] = "SERVICE_FAILED";            ///< the service reports a failure
inline constexpr char kRefused[] = "SERVICE_REFUSED";          ///< the service refused a request
inline constexpr char kInvalidReply[] = "INVALID_REPLY";       ///< the reply is invalid
inline constexpr char kSuspended[] = "SERVICE_SUSPENDED";      ///< no calls for a while
inline constexpr char kPoolExhausted[] = "POOL_EXHAUSTED";     ///< all connections are in use

}  // namespace codeweaver::net::service_code
