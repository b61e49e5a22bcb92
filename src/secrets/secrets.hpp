// Finds and masks secrets in text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::secrets {

/// The form of values in a text. kConfiguration: values may have no quotes, as in KEY=value and
/// "key: value".
enum class Form : std::uint8_t { kCode, kConfiguration };

/// A secret, without the prefix that shows its kind (such as "ghp_").
struct Finding {
  std::size_t begin = 0, end = 0;  ///< byte positions in the text
  std::string_view kind;           ///< one of secret_kinds()
  friend bool operator==(const Finding&, const Finding&) = default;
};

/// Returns all secrets of a text, in order and without overlaps. Ignores placeholders ("changeme",
/// "${TOKEN}", AWS's EXAMPLE keys). Cost: linear; about one nanosecond per byte without secrets.
/// Thread safety: may be called concurrently.
std::vector<Finding> find_secrets(std::string_view text, Form form);

/// Replaces every byte of each secret by '*', except line ends; in private keys only base64. Lines,
/// columns and size do not change. Returns the number of secrets.
std::size_t mask_secrets(std::string& text, Form form);

/// Replaces everything except white space by '*'.
void mask_all(std::string& text) noexcept;

/// Returns every kind of find_secrets(), sorted.
std::span<const std::string_view> secret_kinds();

/// Whether files with this name contain secrets by convention: .env, .netrc, credentials,
/// secrets.yaml, id_rsa and others. False for templates such as .env.example, and for source code
/// and prose with names such as credentials. `language`: ID of the file's language.
bool is_secret_file(std::string_view path, std::string_view language);

/// Whether files with this name contain settings and sometimes credentials: .npmrc, .pypirc,
/// .envrc.
bool may_hold_credentials(std::string_view path);

/// Whether a file for which may_hold_credentials() is true contains a credential: a secret, a value
/// of a key like "password" or "_authToken" that is not a reference, or a password in an address.
/// False for all other files. Cost: one pass.
bool holds_credentials(std::string_view path, std::string_view text);

/// Returns the form of files in a language, by its ID. An empty ID means an unknown language.
Form form_of(std::string_view language) noexcept;

}  // namespace codeweaver::secrets
