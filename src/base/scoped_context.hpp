// The scopes of a thread as a CallContext.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/call_context.hpp"

namespace codeweaver::base {

/// The stop token, end, request and purpose that the scopes of this thread set.
CallContext scoped_context();
/// The same with another stop token.
CallContext scoped_context(std::stop_token stop);

}  // namespace codeweaver::base
