// Signatures with OpenSSL's libcrypto.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <memory>

#include "base/file.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "signing/signature.hpp"

namespace codeweaver::signing {
namespace {

constexpr std::uint64_t kMostKeyBytes = 64 << 10;

template <class T, void (*Free)(T*)>
struct OpenSslFree {
  void operator()(T* object) const noexcept { Free(object); }
};
using Key = std::unique_ptr<EVP_PKEY, OpenSslFree<EVP_PKEY, EVP_PKEY_free>>;
using Context = std::unique_ptr<EVP_MD_CTX, OpenSslFree<EVP_MD_CTX, EVP_MD_CTX_free>>;
using Memory = std::unique_ptr<BIO, OpenSslFree<BIO, BIO_free_all>>;

/// Supplies no password. The default callback would ask for one at the terminal.
int no_password(char* /*buffer*/, int /*size*/, int /*is_writing*/, void* /*user*/) {
  return -1;
}

const unsigned char* unsigned_bytes(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

Error invalid_key(const std::filesystem::path& file, const char* kind, const char* command) {
  return {ErrorCategory::kInvalidArgument, "KEY_INVALID",
          file.string() + " is not an unencrypted " + kind + " Ed25519 key in PEM format",
          "reading a key", std::string("Create one: ") + command};
}

using Reader = EVP_PKEY* (*)(BIO*, EVP_PKEY**, pem_password_cb*, void*);

/// Null: not a key of this kind.
Result<Key> read_key(const std::filesystem::path& file, Reader reader) {
  CODEWEAVER_ASSIGN(const auto text, base::read_file(file, kMostKeyBytes));
  const Memory memory(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  Key key(memory ? reader(memory.get(), nullptr, &no_password, nullptr) : nullptr);
  if (key && EVP_PKEY_get_id(key.get()) != EVP_PKEY_ED25519) key.reset();
  return key;
}

std::string raw_public_key(EVP_PKEY* key) {
  std::string raw(kPublicKeyBytes, '\0');
  std::size_t size = raw.size();
  if (EVP_PKEY_get_raw_public_key(key, reinterpret_cast<unsigned char*>(raw.data()), &size) != 1)
    return {};
  return raw;
}

}  // namespace

Result<Signature> sign(std::string_view message, const std::filesystem::path& key_file) {
  CODEWEAVER_ASSIGN(const auto key, read_key(key_file, &PEM_read_bio_PrivateKey));
  if (!key)
    return invalid_key(key_file, "private", "openssl genpkey -algorithm ed25519 -out private.pem");
  Signature signature{raw_public_key(key.get()), std::string(kSignatureBytes, '\0')};
  const Context context(EVP_MD_CTX_new());
  std::size_t size = kSignatureBytes;
  if (!context || signature.public_key.empty() ||
      EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key.get()) != 1 ||
      EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.bytes.data()), &size,
                     unsigned_bytes(message), message.size()) != 1)
    return Error{ErrorCategory::kInternal, "SIGNING_FAILED", "OpenSSL could not sign", "signing",
                 "Give the program more memory."};
  return signature;
}

Result<void> verify(std::string_view message, const Signature& signature) {
  const Key key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr,
                                            unsigned_bytes(signature.public_key),
                                            signature.public_key.size()));
  const Context context(EVP_MD_CTX_new());
  if (key && context &&
      EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
      EVP_DigestVerify(context.get(), unsigned_bytes(signature.bytes), signature.bytes.size(),
                       unsigned_bytes(message), message.size()) == 1)
    return {};
  return Error{ErrorCategory::kCorruption, error_code::kSignatureInvalid,
               "The signature does not match the data", "verifying a signature",
               "Do not use the data. Fetch it again from its signer."};
}

Result<std::string> read_public_key(const std::filesystem::path& key_file) {
  CODEWEAVER_ASSIGN(const auto key, read_key(key_file, &PEM_read_bio_PUBKEY));
  auto raw = key ? raw_public_key(key.get()) : std::string();
  if (raw.empty())
    return invalid_key(key_file, "public", "openssl pkey -in private.pem -pubout -out public.pem");
  return raw;
}

}  // namespace codeweaver::signing
