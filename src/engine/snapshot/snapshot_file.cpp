// The bytes of snapshots, see docs/guide/snapshots.md.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/snapshot/snapshot_file.hpp"

#include <cstdint>
#include <utility>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "base/sha256.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "signing/signature.hpp"

namespace codeweaver::engine {
namespace {

// A text-mode transfer would change this line end.
constexpr std::string_view kSnapshotMark = "CWSNAP\r\n";
constexpr std::uint32_t kSnapshotVersion = 1;
constexpr std::size_t kHashDigits = 64;

/// The prefix prevents other signed data from being used as a header.
std::string signed_message(std::string_view head) {
  return "CWSNAP head\n" + std::string(head);
}

std::string hex_of(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char byte : bytes) {
    out += kDigits[static_cast<unsigned char>(byte) >> 4];
    out += kDigits[static_cast<unsigned char>(byte) & 15];
  }
  return out;
}

Error too_new(std::uint32_t version) {
  return {ErrorCategory::kUnsupported, error_code::kSnapshotTooNew,
          "The snapshot has format " + std::to_string(version) + "; this version reads format " +
              std::to_string(kSnapshotVersion),
          "reading a snapshot",
          "Update codeweaver, or make the snapshot with this version. Nothing was changed."};
}

Error not_trusted(std::string_view cause) {
  return {ErrorCategory::kCorruption, error_code::kSignatureInvalid, std::string(cause),
          "verifying a snapshot",
          "Do not use it. Get a snapshot from the owner of the trusted key. Nothing was changed."};
}

Error named(Error error, const std::string& name) {
  error.context += " (" + name + ")";
  return error;
}

}  // namespace

Result<SnapshotFile> SnapshotFile::parse(std::string bytes, const std::string& name,
                                         std::string_view trusted) {
  SnapshotFile file;
  file.name_ = name;
  file.bytes_ = std::move(bytes);
  if (const auto taken = file.take_apart(trusted); !taken) return named(taken.error(), name);
  return file;
}

Result<void> SnapshotFile::take_apart(std::string_view trusted) {
  base::ByteReader in(bytes_);
  if (in.take(kSnapshotMark.size()) != kSnapshotMark)
    return corrupt_snapshot("it does not start like a snapshot file");
  const auto version = in.raw<std::uint32_t>();
  if (in.ok() && version > kSnapshotVersion) return too_new(version);
  id_ = in.take(kHashDigits);
  const auto text = in.take(in.raw<std::uint32_t>());
  if (!in.ok() || version != kSnapshotVersion || base::sha256_hex(text) != id_)
    return corrupt_snapshot("its header does not match its hash");
  signing::Signature signature;
  const auto flag = in.raw<std::uint8_t>();
  if (flag > 1) return corrupt_snapshot("the signature mark after its header is invalid");
  if (flag == 1) {
    signature.public_key = in.take(signing::kPublicKeyBytes);
    signature.bytes = in.take(signing::kSignatureBytes);
    if (!in.ok()) return corrupt_snapshot("it is truncated");
    CODEWEAVER_TRY(signing::verify(signed_message(text), signature));
  }
  if (!trusted.empty() && flag == 0) return not_trusted("The snapshot is not signed");
  if (!trusted.empty() && signature.public_key != trusted)
    return not_trusted("The snapshot is signed by another key: " + hex_of(signature.public_key));
  public_key_ = hex_of(signature.public_key);
  CODEWEAVER_ASSIGN(auto head, read_head(text));
  head_ = std::move(head);
  std::size_t contents = 0;
  const auto take = [&](const SnapshotPart& part) {
    places_.push_back(bytes_.size() - in.remaining());
    return base::sha256_hex(in.take(part.packed)) == part.sha256 && in.ok();
  };
  bool is_whole = take(head_.directory);
  for (const auto& part : head_.parts) {
    is_whole = is_whole && take(part);
    contents += part.contents;
  }
  if (!is_whole) return corrupt_snapshot("a part of it is missing or was modified");
  if (!in.at_end()) return corrupt_snapshot("it has extra data at the end");
  if (contents != head_.contents || head_.directory.contents != contents)
    return corrupt_snapshot("the number of contents in its header does not match its data");
  return {};
}

SnapshotFacts SnapshotFile::facts() const {
  return {name_,       id_,         head_.tree,  head_.bases,    head_.version, head_.settings,
          head_.model, public_key_, head_.files, head_.contents, head_.chunks,  bytes_.size()};
}

Result<void> SnapshotFile::write(const std::filesystem::path& file) const {
  return base::write_user_file(file, bytes_);
}

std::string_view SnapshotFile::directory() const noexcept {
  return std::string_view(bytes_).substr(places_[0], head_.directory.packed);
}

std::string_view SnapshotFile::part(std::size_t index) const noexcept {
  return std::string_view(bytes_).substr(places_[index + 1], head_.parts[index].packed);
}

Result<std::string> file_head(const SnapshotHead& head, const std::filesystem::path& private_key) {
  const auto text = head_text(head);
  std::string out(kSnapshotMark);
  base::put_raw(out, kSnapshotVersion);
  out += base::sha256_hex(text);
  base::put_raw(out, static_cast<std::uint32_t>(text.size()));
  out += text;
  if (private_key.empty()) return out += '\0';
  CODEWEAVER_ASSIGN(const auto signature, signing::sign(signed_message(text), private_key));
  out += '\1';
  return out += signature.public_key + signature.bytes;
}

}  // namespace codeweaver::engine
