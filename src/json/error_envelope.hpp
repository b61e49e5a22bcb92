// Errors in the form of the contracts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::json {

/// Returns {"error": {"code", "message", "details"}}, the reply to a contract call that fails as a
/// whole. `code` is the matching contract code. `failed` is the code for calls that could not be
/// completed (empty: the backend is unavailable). `details` contains the category and, if known,
/// context, action, and the error's own code if it differs.
Value error_envelope(const Error& error, std::string_view failed = {});

/// Like error_envelope(), with the given `code`.
Value error_envelope_as(std::string_view code, const Error& error);

/// The contract code of an error, or its own code if the contracts have none.
std::string_view contract_code(const Error& error, std::string_view failed = {});

}  // namespace codeweaver::json
