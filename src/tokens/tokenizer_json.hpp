// Reads the parts of a tokenizer.json, and creates its errors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "json/members.hpp"

namespace codeweaver::tokens {

/// kCorruption "MODEL_CORRUPT": "model 'origin' has a tokenizer ...".
Error broken_tokenizer(const std::string& origin, const std::string& what);
/// kUnsupported "TOKENIZER_NOT_SUPPORTED": the kind of the part is not supported.
Error unsupported_tokenizer(const std::string& origin, const std::string& part,
                            std::string_view kind, std::string_view known);

/// Members of an object. Without such a member, or for null: `usual` or null. `value` may be null.
bool flag_of(const json::Value* value, std::string_view key, bool usual);
const json::Value* part_of(const json::Value* value, std::string_view key);  ///< as flag_of()
/// The elements of a list member. Empty: not a list.
const json::Array& list_of(const json::Value* value, std::string_view key);

/// The number of a token. Errors: broken_tokenizer().
Result<std::uint32_t> token_number(const json::Value* value, const std::string& origin);

}  // namespace codeweaver::tokens
