// Requests for vectors and their replies, in the format of each service.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/remote_models.hpp"
#include "codeweaver/result.hpp"
#include "net/service_client.hpp"

namespace codeweaver::providers {

/// The role of texts in a search.
enum class TextKind : std::uint8_t { kDocument, kQuery };

/// A request for the vectors of texts.
net::Call embedding_call(const RemoteModel& model, std::span<const std::string_view> texts,
                         TextKind kind);

/// The vectors of a reply, in the order of the texts, all with the same dimension above 0. Errors:
/// kUnavailable "INVALID_REPLY".
Result<std::vector<std::vector<float>>> read_embeddings(const net::ServiceClient& client,
                                                        const RemoteModel& model,
                                                        const net::Call& call, std::size_t count,
                                                        const net::Reply& reply);

/// Whether a refused request may succeed with fewer or shorter texts.
bool is_too_large(const net::Reply& reply);

/// Maximum number of texts in one request.
std::size_t most_texts(const RemoteModel& model);

}  // namespace codeweaver::providers
