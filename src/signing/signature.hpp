// Signature: proves the origin of some bytes, with Ed25519 (RFC 8032).
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::signing {

inline constexpr std::size_t kPublicKeyBytes = 32, kSignatureBytes = 64;

/// Raw bytes as in RFC 8032.
struct Signature {
  std::string public_key{};  ///< of the signer
  std::string bytes{};
  friend bool operator==(const Signature&, const Signature&) = default;
};

/// Signs `message`. `key_file`: an unencrypted private key in PEM, as from `openssl genpkey
/// -algorithm ed25519`. Errors: those of reading it; kInvalidArgument "KEY_INVALID"; kUnsupported
/// "NO_SIGNATURES" (build without signatures).
Result<Signature> sign(std::string_view message, const std::filesystem::path& key_file);

/// Succeeds if the signature matches the message and its public key. Errors: kCorruption
/// "SIGNATURE_INVALID"; kUnsupported "NO_SIGNATURES".
Result<void> verify(std::string_view message, const Signature& signature);

/// Reads the raw public key from a PEM file, as from `openssl pkey -pubout`. Errors: those of
/// reading it; kInvalidArgument "KEY_INVALID"; kUnsupported "NO_SIGNATURES".
Result<std::string> read_public_key(const std::filesystem::path& key_file);

}  // namespace codeweaver::signing
