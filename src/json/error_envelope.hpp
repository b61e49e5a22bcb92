// Errors as the contracts show them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::json {

/// {"error": {"code", "message", "details"}}: what every call of the contracts answers that fails
/// as a whole. `code` is the contracts' code that the error falls under, where there is one;
/// `failed` is that of a call which could not be finished (empty: the backend is not available).
/// `details` holds the category and, where they are known, context, action, and the error's own
/// code if that is another.
Value error_envelope(const Error& error, std::string_view failed = {});

/// The same with `code` in place of the contracts' code.
Value error_envelope_as(std::string_view code, const Error& error);

/// The contracts' code of an error; its own code where they have none.
std::string_view contract_code(const Error& error, std::string_view failed = {});

}  // namespace codeweaver::json
