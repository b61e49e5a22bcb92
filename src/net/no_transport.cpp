// Transport in a build without an HTTP client.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "net/transport.hpp"

namespace codeweaver::net {

Result<std::shared_ptr<const Transport>> make_transport(const std::filesystem::path&) {
  return Error{ErrorCategory::kUnsupported, "NO_HTTP_CLIENT", "This build has no HTTP client",
               "reaching a service", "Build it with -DCODEWEAVER_NET=ON, which needs libcurl."};
}

}  // namespace codeweaver::net
