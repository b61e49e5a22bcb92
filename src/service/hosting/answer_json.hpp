// Answers of ask as JSON, for HTTP and the command line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/ask.hpp"
#include "json/value.hpp"

namespace codeweaver::service {

/// `text`, `citations` (`path`, `lines`, `text`), `model`, `warnings`, `passages` (how many).
json::Value answer_json(const Answer& answer);

/// What a model is given: a list of `path`, `lines`, `symbol`, `language`, `content`, `relevance`.
json::Value passages_json(std::span<const Passage> passages);

}  // namespace codeweaver::service
