// Error messages of services, and texts for our errors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "net/transport.hpp"

namespace codeweaver::net {

/// The message of an error reply ("error", "message" or "detail"), on one line and at most as long
/// as a paragraph. Empty: none.
std::string reply_message(std::string_view body);

/// "30 s" or "250 ms".
std::string time_text(std::chrono::milliseconds time);

/// `text` with each occurrence of `secret` replaced.
std::string without_secret(std::string_view text, std::string_view secret);

}  // namespace codeweaver::net
