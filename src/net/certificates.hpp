// Trusted certificates: those of the system, and an optional file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "codeweaver/result.hpp"

namespace codeweaver::net {

/// For Debian and most others, Fedora and RHEL, openSUSE, Alpine. A linked TLS library knows only
/// the path of the system for which it was built.
inline constexpr const char* kCertificatePlaces[] = {"/etc/ssl/certs/ca-certificates.crt",
                                                     "/etc/pki/tls/certs/ca-bundle.crt",
                                                     "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"};

/// The first of `places` that is a file. Empty: none.
inline std::string certificate_file(std::span<const char* const> places = kCertificatePlaces) {
  for (const char* place : places) {
    std::error_code error;
    if (std::filesystem::is_regular_file(place, error)) return place;
  }
  return {};
}

/// Reads a PEM file with the certificates of an authority. Errors: kInvalidArgument
/// "INVALID_CA_FILE" (it cannot be read, or contains no certificate).
Result<std::string> read_certificates(const std::filesystem::path& ca_file);

}  // namespace codeweaver::net
