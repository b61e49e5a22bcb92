// The web page: its files as routes of a server, with the headers that keep it to itself.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "http/http_message.hpp"
#include "http/router.hpp"
#include "service/web/page_file.hpp"

namespace codeweaver::service {

/// GET / and what the page loads. They need no token: the page asks for it and sends it with its
/// calls. Without `files` a plain page says so. `files` must live for ever.
std::vector<http::Route> page_routes(std::span<const PageFile> files = page_files());

/// The answer to a request for `file`: compressed where the client takes that, nothing where it
/// has it already.
http::Response page_response(const PageFile& file, const http::Request& request);

/// Whether a client that sends this Accept-Encoding takes gzip.
bool accepts_gzip(std::string_view accept_encoding) noexcept;

}  // namespace codeweaver::service
