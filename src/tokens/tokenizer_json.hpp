// Reading the parts of a tokenizer.json, and what is wrong with one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::tokens {

/// kCorruption "MODEL_CORRUPT": "model 'origin' has a tokenizer ...".
Error broken_tokenizer(const std::string& origin, const std::string& what);
/// kUnsupported "TOKENIZER_NOT_SUPPORTED": the part is of another kind than this version reads.
Error unsupported_tokenizer(const std::string& origin, const std::string& part,
                            std::string_view kind, std::string_view known);

/// Members of an object; the empty text, `usual` or null where there is no such member. `value`
/// may be null.
std::string_view text_of(const json::Value* value, std::string_view key);
bool flag_of(const json::Value* value, std::string_view key, bool usual);    ///< as text_of()
const json::Value* part_of(const json::Value* value, std::string_view key);  ///< as text_of()
/// Elements of the list that a member is; empty: it is none.
const json::Array& list_of(const json::Value* value, std::string_view key);

/// The number of a token. Errors: broken_tokenizer().
Result<std::uint32_t> token_number(const json::Value* value, const std::string& origin);

}  // namespace codeweaver::tokens
