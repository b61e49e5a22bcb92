// Secrets in text: where they lie, and the text without them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::secrets {

/// How values stand in a text. kConfiguration: also bare, as in KEY=value and "key: value".
enum class Form : std::uint8_t { kCode, kConfiguration };

/// A value that should not be kept, without what tells its kind (the "ghp_" of a token).
struct Finding {
  std::size_t begin = 0, end = 0;  ///< bytes of the text
  std::string_view kind;           ///< one of secret_kinds()
  friend bool operator==(const Finding&, const Finding&) = default;
};

/// All secrets of a text, in order, none overlapping another. Values that only stand for one
/// ("changeme", "${TOKEN}", AWS's EXAMPLE keys) are none. Linear in the text; where there is
/// nothing to find about a nanosecond a byte. Thread safety: may be called concurrently.
std::vector<Finding> find_secrets(std::string_view text, Form form);

/// Puts '*' in place of each byte of each, but for line ends: lines, columns and size stay. Returns
/// how many there were.
std::size_t mask_secrets(std::string& text, Form form);

/// Puts '*' in place of all but white space.
void mask_all(std::string& text) noexcept;

/// Every kind that find_secrets() knows, sorted.
std::span<const std::string_view> secret_kinds();

/// Whether files of this name hold secrets by convention: .env, .netrc, credentials, secrets.yaml,
/// id_rsa and so on. `language`: id of the file's; source code and prose called so may be kept,
/// without the values in it, and so may templates such as .env.example.
bool is_secret_file(std::string_view path, std::string_view language);

/// Whether files of this name hold settings, and credentials at times: .npmrc, .pypirc, .envrc.
bool may_hold_credentials(std::string_view path);

/// Whether such a file holds a credential: a secret, a value of a key like "password" or
/// "_authToken" that does not stand for one of elsewhere, or a password in an address. False for
/// all other files. Cost: one pass.
bool holds_credentials(std::string_view path, std::string_view text);

/// The form of files in a language, by its id; empty: none is known.
Form form_of(std::string_view language) noexcept;

}  // namespace codeweaver::secrets
