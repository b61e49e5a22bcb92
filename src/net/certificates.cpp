// Reads certificate files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "net/certificates.hpp"

#include "base/file.hpp"

namespace codeweaver::net {
namespace {

constexpr std::size_t kMostBytes = 16U << 20;

Error invalid(const std::filesystem::path& ca_file, const std::string& why) {
  return {ErrorCategory::kInvalidArgument, "INVALID_CA_FILE",
          "The certificate file " + ca_file.string() + ' ' + why, "reading network.ca_file",
          "Set it to a PEM file with the authority's certificate, or remove the setting."};
}

}  // namespace

Result<std::string> read_certificates(const std::filesystem::path& ca_file) {
  auto text = base::read_file(ca_file, kMostBytes);
  if (!text) return invalid(ca_file, "cannot be read: " + text.error().cause);
  if (text->find("-----BEGIN CERTIFICATE-----") == std::string::npos &&
      text->find("-----BEGIN TRUSTED CERTIFICATE-----") == std::string::npos)
    return invalid(ca_file, "contains no certificate in PEM format");
  return text;
}

}  // namespace codeweaver::net
