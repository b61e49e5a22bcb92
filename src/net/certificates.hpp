// The certificates that servers are trusted by: those of the system, and a file of the user's own.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "codeweaver/result.hpp"

namespace codeweaver::net {

/// Of Debian and most others, Fedora and RHEL, openSUSE, Alpine. The library that was linked knows
/// only the one of the system it was made for.
inline constexpr const char* kCertificatePlaces[] = {"/etc/ssl/certs/ca-certificates.crt",
                                                     "/etc/pki/tls/certs/ca-bundle.crt",
                                                     "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"};

/// The first of `places` that is a file; empty: none is.
inline std::string certificate_file(std::span<const char* const> places = kCertificatePlaces) {
  for (const char* place : places) {
    std::error_code error;
    if (std::filesystem::is_regular_file(place, error)) return place;
  }
  return {};
}

/// The certificates of a file in PEM, as an authority of one's own publishes them. Errors:
/// kInvalidArgument "INVALID_CA_FILE" (it cannot be read, or holds none).
Result<std::string> read_certificates(const std::filesystem::path& ca_file);

}  // namespace codeweaver::net
