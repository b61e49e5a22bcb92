// Errors in the form of the contracts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/error_envelope.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "codeweaver/contract.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::json {
namespace {

constexpr std::array kCodes = {contract::kValidationError,    contract::kUnsupportedVersion,
                               contract::kNamespaceNotFound,  contract::kProviderNotAvailable,
                               contract::kBackendUnavailable, contract::kReconcileFailed};

}  // namespace

/// An unknown project has no namespaces; an index of another model needs that model's provider.
std::string_view contract_code(const Error& error, std::string_view failed) {
  if (std::ranges::find(kCodes, error.code) != kCodes.end()) return error.code;
  if (error.code == error_code::kProjectNotFound) return contract::kNamespaceNotFound;
  if (error.code == error_code::kModelMismatch) return contract::kProviderNotAvailable;
  switch (error.category) {
    case ErrorCategory::kInvalidArgument:
      return contract::kValidationError;
    case ErrorCategory::kUnavailable:
      return contract::kBackendUnavailable;
    case ErrorCategory::kIo:
    case ErrorCategory::kCorruption:
      return failed.empty() ? contract::kBackendUnavailable : failed;
    default:
      return error.code;
  }
}

Value error_envelope(const Error& error, std::string_view failed) {
  return error_envelope_as(contract_code(error, failed), error);
}

Value error_envelope_as(std::string_view code, const Error& error) {
  Value details = Object{{"category", to_string(error.category)}};
  if (code != error.code) details.set("code", error.code);
  if (!error.context.empty()) details.set("context", error.context);
  if (!error.action.empty()) details.set("action", error.action);
  if (error.remedy.kind != RemedyKind::kNone) {
    Value remedy = Object{{"kind", to_string(error.remedy.kind)}};
    if (!error.remedy.project_id.empty()) remedy.set("project_id", error.remedy.project_id);
    details.set("remedy", std::move(remedy));
  }
  return Object{
      {"error", Object{{"code", code}, {"message", error.cause}, {"details", std::move(details)}}}};
}

}  // namespace codeweaver::json
