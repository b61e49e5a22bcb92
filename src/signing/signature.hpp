// Signature: who vouches for some bytes, by Ed25519 (RFC 8032).
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::signing {

inline constexpr std::size_t kPublicKeyBytes = 32, kSignatureBytes = 64;

/// Raw bytes of RFC 8032.
struct Signature {
  std::string public_key{};  ///< of who signed
  std::string bytes{};
  friend bool operator==(const Signature&, const Signature&) = default;
};

/// `key_file`: a private key in PEM without a password, as `openssl genpkey -algorithm ed25519`
/// writes it. Errors: those of reading it; kInvalidArgument "KEY_INVALID"; kUnsupported
/// "NO_SIGNATURES" (this build is without them).
Result<Signature> sign(std::string_view message, const std::filesystem::path& key_file);

/// Whether the signature is that of the message, by the key it names. Errors: kCorruption
/// "SIGNATURE_INVALID"; kUnsupported "NO_SIGNATURES".
Result<void> verify(std::string_view message, const Signature& signature);

/// The raw public key of a file in PEM, as `openssl pkey -pubout` writes it. Errors: those of
/// reading it; kInvalidArgument "KEY_INVALID"; kUnsupported "NO_SIGNATURES".
Result<std::string> read_public_key(const std::filesystem::path& key_file);

}  // namespace codeweaver::signing
