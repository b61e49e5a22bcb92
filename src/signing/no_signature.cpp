// Signatures in a build without OpenSSL.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "signing/signature.hpp"

namespace codeweaver::signing {
namespace {

Error no_signatures() {
  return {ErrorCategory::kUnsupported, "NO_SIGNATURES",
          "This build cannot sign or verify: it was built with CODEWEAVER_SIGNATURES=OFF",
          "signing", "Use a build with CODEWEAVER_SIGNATURES=ON."};
}

}  // namespace

Result<Signature> sign(std::string_view /*message*/, const std::filesystem::path& /*key_file*/) {
  return no_signatures();
}

Result<void> verify(std::string_view /*message*/, const Signature& /*signature*/) {
  return no_signatures();
}

Result<std::string> read_public_key(const std::filesystem::path& /*key_file*/) {
  return no_signatures();
}

}  // namespace codeweaver::signing
