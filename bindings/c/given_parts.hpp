// Parts that a C program brings: an embedder and a log, behind the interfaces of the library.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>

#include "codeweaver/c/codeweaver.h"
#include "codeweaver/embedder.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::c {

/// Takes over `context`: it is released with the embedder, also where this fails.
/// Errors: kInvalidArgument: no name, dimension or function.
Result<std::shared_ptr<const Embedder>> given_embedder(const cw_embedder& given);

/// Hands each record to `callback`, as JSON.
std::shared_ptr<Logger> given_logger(cw_log_callback callback, void* context);

}  // namespace codeweaver::c
