// Answers of ask as JSON, for HTTP, the command line and the C ABI.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/ask.hpp"
#include "json/value.hpp"

namespace codeweaver::json {

/// Writes `text`, `citations` (`path`, `lines`, `text`), `model`, `warnings`, `passages` (count).
Value to_json(const Answer& answer);

/// The input of a model: a list of `path`, `lines`, `symbol`, `language`, `content`, `relevance`.
Value to_json(std::span<const Passage> passages);

}  // namespace codeweaver::json
