// Reads required and optional parts of a tokenizer.json.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/tokenizer_json.hpp"

namespace codeweaver::tokens {
namespace {

constexpr char kTokenizerContext[] = "reading tokenizer.json";
constexpr std::int64_t kMostTokenNumber = 50'000'000;

}  // namespace

Error broken_tokenizer(const std::string& origin, const std::string& what) {
  return {ErrorCategory::kCorruption, "MODEL_CORRUPT",
          "model '" + origin + "' has a tokenizer " + what, kTokenizerContext,
          "Restore the model folder, or use another model."};
}

Error unsupported_tokenizer(const std::string& origin, const std::string& part,
                            std::string_view kind, std::string_view known) {
  return {ErrorCategory::kUnsupported, "TOKENIZER_NOT_SUPPORTED",
          "model '" + origin + "' has a " + part + " of the kind '" +
              std::string(kind.empty() ? "none" : kind) + "'; this version supports " +
              std::string(known),
          kTokenizerContext,
          "Use a model with a BERT, RoBERTa or SentencePiece (Unigram) tokenizer."};
}

const json::Value* part_of(const json::Value* value, std::string_view key) {
  const auto* found = value == nullptr ? nullptr : value->find(key);
  return found == nullptr || found->is_null() ? nullptr : found;
}

bool flag_of(const json::Value* value, std::string_view key, bool usual) {
  const auto* flag = json::flag_in(value, key);
  return flag == nullptr ? usual : *flag;
}

const json::Array& list_of(const json::Value* value, std::string_view key) {
  static const json::Array kNothing;
  const auto* list = json::list_in(value, key);
  return list == nullptr ? kNothing : *list;
}

Result<std::uint32_t> token_number(const json::Value* value, const std::string& origin) {
  const auto* id = value == nullptr ? nullptr : value->if_integer();
  if (id == nullptr || *id < 0 || *id > kMostTokenNumber)
    return broken_tokenizer(origin, "with a token that has no valid number");
  return static_cast<std::uint32_t>(*id);
}

}  // namespace codeweaver::tokens
