// The web page: its files as routes of a server, with security headers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "http/http_message.hpp"
#include "http/router.hpp"
#include "service/web/page_file.hpp"

namespace codeweaver::service {

/// Routes for GET / and the files of the page. They need no token: the page asks the user for it
/// and sends it with its calls. Without `files` there is only a plain page that says so. `files`
/// must live as long as the program.
std::vector<http::Route> page_routes(std::span<const PageFile> files = page_files());

/// The answer to a request for `file`: compressed if the client accepts gzip, empty (304) if it has
/// the file already.
http::Response page_response(const PageFile& file, const http::Request& request);

/// Whether the header Accept-Encoding allows gzip.
bool accepts_gzip(std::string_view accept_encoding) noexcept;

}  // namespace codeweaver::service
