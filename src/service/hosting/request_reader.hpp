// What the readers of requests have in common.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "codeweaver/contract.hpp"
#include "codeweaver/result.hpp"
#include "json/member_reader.hpp"

namespace codeweaver::service {

/// A number from `least` to `most`; `usual` if the member is absent or null.
inline std::size_t read_count(json::MemberReader& reader, std::string_view key, std::size_t usual,
                              std::size_t least, std::size_t most) {
  std::optional<std::size_t> count;
  reader.nullable(key, count);
  if (count && (*count < least || *count > most))
    reader.note(key, "is not from " + std::to_string(least) + " to " + std::to_string(most));
  return count.value_or(usual);
}

/// The request, if it was read without a note. Errors: kInvalidArgument "VALIDATION_ERROR".
template <class Request>
Result<Request> finish_request(json::MemberReader& reader, Request request) {
  auto filled = reader.finish(std::move(request));
  if (filled) return filled;
  auto error = filled.error();
  error.code = contract::kValidationError;
  return error;
}

}  // namespace codeweaver::service
