// Error codes and version of the push, reconcile and query contracts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_CONTRACT_HPP_
#define CODEWEAVER_CONTRACT_HPP_

#include <string_view>

namespace codeweaver::inline v0_1::contract {

/// The supported version of the push contract (docs/reference/contracts.md).
inline constexpr std::string_view kVersion = "1.0";

/// Values of Error::code and PushError::code. They never change.
inline constexpr std::string_view kValidationError = "VALIDATION_ERROR";
inline constexpr std::string_view kUnsupportedVersion = "UNSUPPORTED_CONTRACT_VERSION";
inline constexpr std::string_view kNamespaceNotFound = "NAMESPACE_NOT_FOUND";
inline constexpr std::string_view kProviderNotAvailable = "PROVIDER_NOT_AVAILABLE";
inline constexpr std::string_view kBackendUnavailable = "BACKEND_UNAVAILABLE";
inline constexpr std::string_view kReconcileFailed = "RECONCILE_FAILED";

}  // namespace codeweaver::inline v0_1::contract

#endif  // CODEWEAVER_CONTRACT_HPP_
