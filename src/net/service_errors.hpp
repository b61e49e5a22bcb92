// What services say is wrong, and the errors that are made of it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "net/transport.hpp"

namespace codeweaver::net {

/// The message of a reply that reports an error, as the services word it ("error", "message" or
/// "detail"), on one line and not longer than a paragraph; empty: it holds none.
std::string reply_message(std::string_view body);

/// "30 s" or "250 ms".
std::string time_text(std::chrono::milliseconds time);

/// `text` with each `secret` in it replaced.
std::string without_secret(std::string_view text, std::string_view secret);

}  // namespace codeweaver::net
