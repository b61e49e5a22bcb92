// Error codes of calls of services that callers tell apart.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

namespace codeweaver::net::service_code {

inline constexpr char kUnreachable[] = "SERVICE_UNREACHABLE";  ///< nobody listens at the address
inline constexpr char kDropped[] = "SERVICE_DROPPED";          ///< the connection ended early
inline constexpr char kUntrusted[] = "SERVICE_UNTRUSTED";      ///< its certificate is not trusted
inline constexpr char kTimeout[] = "SERVICE_TIMEOUT";          ///< it took too long
inline constexpr char kFailed[] = "SERVICE_FAILED";            ///< it says that it failed
inline constexpr char kRefused[] = "SERVICE_REFUSED";          ///< it refused a request
inline constexpr char kInvalidReply[] = "INVALID_REPLY";       ///< it sent what it should not
inline constexpr char kSuspended[] = "SERVICE_SUSPENDED";      ///< it is left alone for a while
inline constexpr char kPoolExhausted[] = "POOL_EXHAUSTED";     ///< all connections are in use

}  // namespace codeweaver::net::service_code
