// Tests of signatures: standard keys; signing and verification; everything else is rejected.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "base/temporary_folder.hpp"
#include "signing/signature.hpp"

namespace codeweaver::signing {
namespace {

// Test 1 of RFC 8032, section 7.1: its private and its public key in PEM.
constexpr const char* kPrivateKey =
    "-----BEGIN PRIVATE KEY-----\n"
    "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n"
    "-----END PRIVATE KEY-----\n";
constexpr const char* kPublicKey =
    "-----BEGIN PUBLIC KEY-----\n"
    "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n"
    "-----END PUBLIC KEY-----\n";

struct KeyFiles {
  test::TemporaryFolder folder;
  std::filesystem::path secret = write("secret.pem", kPrivateKey);
  std::filesystem::path open = write("open.pem", kPublicKey);

  std::filesystem::path write(const char* name, const char* text) const {
    std::ofstream(folder / name) << text;
    return folder / name;
  }
};

TEST_CASE(
    "signature: a message signed by the key of RFC 8032 has the signature that stands there") {
  const KeyFiles keys;
  const auto signature = sign("", keys.secret);
  REQUIRE(signature);
  CHECK(signature->bytes.starts_with("\xe5\x56\x43"));
  CHECK(signature->public_key == read_public_key(keys.open).value());
  CHECK(verify("", *signature));
}

TEST_CASE("signature: another message, key or signature is refused") {
  const KeyFiles keys;
  auto signature = sign("message", keys.secret).value();
  CHECK(verify("Message", signature).error().code == "SIGNATURE_INVALID");
  CHECK_FALSE(verify("message", {signature.public_key, signature.bytes.substr(1)}));
  CHECK_FALSE(verify("message", {"short", signature.bytes}));
  for (auto* part : {&signature.public_key, &signature.bytes})
    for (auto& byte : *part) {
      byte = static_cast<char>(byte ^ 1);
      CHECK_FALSE(verify("message", signature));
      byte = static_cast<char>(byte ^ 1);
    }
  CHECK(verify("message", signature));
}

TEST_CASE("signature: a file that is not there, or no such key, is named") {
  const KeyFiles keys;
  CHECK(sign("", keys.folder / "absent").error().category == ErrorCategory::kNotFound);
  CHECK(sign("", keys.open).error().code == "KEY_INVALID");
  const auto refused = read_public_key(keys.secret);
  CHECK(refused.error().code == "KEY_INVALID");
  CHECK(refused.error().cause.find("secret.pem") != std::string::npos);
}

}  // namespace
}  // namespace codeweaver::signing
