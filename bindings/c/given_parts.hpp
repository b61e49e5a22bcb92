// Adapts parts of a C program, an embedder and a log, to the interfaces of the library.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>

#include "codeweaver/c/codeweaver.h"
#include "codeweaver/embedder.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::c {

/// Takes ownership of `context`: it is released with the embedder, or if this call fails.
/// Errors: kInvalidArgument (no name, dimension or function).
Result<std::shared_ptr<const Embedder>> given_embedder(const cw_embedder& given);

/// Passes each record to `callback` as JSON.
std::shared_ptr<Logger> given_logger(cw_log_callback callback, void* context);

}  // namespace codeweaver::c
