// Fetches snapshots.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "opening/snapshot_source.hpp"

#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "base/file.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "net/url.hpp"

namespace codeweaver::opening {
namespace {

constexpr std::uint64_t kMostSnapshotBytes = 1ULL << 30;
constexpr std::size_t kMostRedirects = 5;
constexpr std::chrono::hours kMostFetchTime{1};
constexpr char kSnapshotNotFound[] = "SNAPSHOT_NOT_FOUND";
constexpr std::string_view kFileScheme = "file://";

/// Returns the address without the part after '?', which may contain keys.
std::string shown(std::string_view url) {
  return std::string(url.substr(0, url.find('?')));
}

Error unreachable(std::string_view url, const std::string& what) {
  return {ErrorCategory::kUnavailable, "SNAPSHOT_UNREACHABLE", shown(url) + ": " + what,
          "fetching a snapshot", "Try again later, or index the project without it."};
}

Error not_there(const SnapshotPlace& wanted) {
  const auto place = shown(wanted.place);
  return {ErrorCategory::kNotFound, kSnapshotNotFound,
          wanted.names.empty() ? "There is no snapshot at " + place
                               : "No suitable snapshot in " + place + " (tried " +
                                     std::to_string(wanted.names.size()) +
                                     (wanted.names.size() == 1 ? " name: " : " names, such as ") +
                                     wanted.names.front() + ')',
          "fetching a snapshot", "Export one to this place, or index the project without it."};
}

/// Adds a context to the error of a file. The cause already names the file.
Error while_fetching(Error error) {
  if (error.context.empty()) error.context = "fetching a snapshot";
  return error;
}

/// Decodes percent signs of a file address.
std::string decoded(std::string_view text) {
  const auto digit = [](char c) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    return kDigits.find(static_cast<char>(c >= 'A' && c <= 'F' ? c + 32 : c));
  };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_coded =
        text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) < 16 && digit(text[i + 2]) < 16;
    out += is_coded ? static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2])) : text[i];
    if (is_coded) i += 2;
  }
  return out;
}

Result<SnapshotBytes> read_from(const std::filesystem::path& path, const SnapshotPlace& wanted) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) {
    auto bytes = base::read_file(path, kMostSnapshotBytes);
    if (!bytes) return while_fetching(bytes.error());
    return SnapshotBytes{path.string(), std::move(*bytes)};
  }
  for (const auto& name : wanted.names) {
    auto bytes = base::read_file(path / name, kMostSnapshotBytes);
    if (bytes) return SnapshotBytes{(path / name).string(), std::move(*bytes)};
    if (bytes.error().category != ErrorCategory::kNotFound) return while_fetching(bytes.error());
  }
  return not_there(wanted);
}

/// Returns the target of a redirect. Errors: the redirect must not be followed.
Result<std::string> next_url(const std::string& url, const net::Reply& reply) {
  CODEWEAVER_ASSIGN(const auto from, net::parse_url(url));
  const auto* const location = reply.header("Location");
  if (location == nullptr) return unreachable(url, "redirect without an address");
  const auto target = location->starts_with('/') && !location->starts_with("//")
                          ? from.origin() + *location
                          : *location;
  CODEWEAVER_ASSIGN(const auto to, net::parse_url(target));
  if (from.scheme == "https" && to.scheme != "https")
    return unreachable(url, "redirect from https to an unencrypted address");
  return target;
}

/// Downloads a file; nullopt: it does not exist.
Result<std::optional<std::string>> download(std::string url, const SnapshotPlace& wanted,
                                            const net::Transport& transport,
                                            const std::stop_token& stop) {
  CODEWEAVER_ASSIGN(const auto first, net::parse_url(url));
  for (std::size_t hops = 0; hops <= kMostRedirects; ++hops) {
    CODEWEAVER_ASSIGN(const auto now, net::parse_url(url));
    std::string body;
    net::Request request;
    request.method = "GET";
    request.url = url;
    request.max_reply_bytes = kMostSnapshotBytes;
    request.most_time = kMostFetchTime;
    if (!wanted.token.empty() && now.origin() == first.origin())
      request.headers.push_back({"Authorization", "Bearer " + wanted.token});
    request.on_body = [&](std::string_view piece) {
      body += piece;
      return true;
    };
    const auto exchange = transport.exchange(request, stop);
    if (stop.stop_requested())
      return Error{ErrorCategory::kCancelled, error_code::kCancelled,
                   "Fetching the snapshot was stopped", "fetching a snapshot", "Fetch it again."};
    const auto* const fault = std::get_if<net::Fault>(&exchange);
    if (fault != nullptr && fault->kind == net::FaultKind::kTooLarge)
      return unreachable(url, "it is larger than a gigabyte");
    if (fault != nullptr) return unreachable(url, fault->what);
    const auto& reply = std::get<net::Reply>(exchange);
    if (reply.status == 200) return std::optional(std::move(body));
    // Stores without permission to list answer 403 for a missing file.
    if (reply.status == 404 || reply.status == 410 || reply.status == 403)
      return std::optional<std::string>();
    if (reply.status < 300 || reply.status > 399 || reply.status == 304)
      return unreachable(url, "the server answered " + std::to_string(reply.status));
    CODEWEAVER_ASSIGN(auto next, next_url(url, reply));
    url = std::move(next);
  }
  return unreachable(url, "too many redirects");
}

}  // namespace

Result<SnapshotBytes> fetch_snapshot(const SnapshotPlace& wanted, std::stop_token stop,
                                     std::shared_ptr<const net::Transport> transport) {
  const std::string& place = wanted.place;
  if (place.starts_with(kFileScheme))
    return read_from(decoded(std::string_view(place).substr(kFileScheme.size())), wanted);
  if (!place.starts_with("http://") && !place.starts_with("https://"))
    return read_from(wanted.working_directory / place, wanted);
  if (!transport) {
    CODEWEAVER_ASSIGN(transport, net::make_transport(wanted.ca_file));
  }
  const bool is_store = place.ends_with('/');
  const std::vector<std::string> one{""};
  for (const auto& name : is_store ? wanted.names : one) {
    CODEWEAVER_ASSIGN(auto bytes, download(place + name, wanted, *transport, stop));
    if (bytes) return SnapshotBytes{shown(place + name), std::move(*bytes)};
  }
  return not_there(wanted);
}

Result<SnapshotBytes> fetch_snapshot_of(const CodeWeaver& workspace, SnapshotPlace wanted,
                                        std::stop_token stop) {
  auto names = workspace.snapshot_names();
  if (names) wanted.names = std::move(*names);
  auto fetched = fetch_snapshot(wanted, std::move(stop));
  const bool is_absent = !fetched && fetched.error().code == kSnapshotNotFound;
  if (is_absent && !names) return names.error();  // names need git
  return fetched;
}

Result<std::shared_ptr<const Snapshot>> open_snapshot_of(const CodeWeaver& workspace,
                                                         SnapshotWish wish, std::stop_token stop) {
  const auto folder = wish.snapshot.working_directory;
  const auto ca_file = wish.snapshot.ca_file;
  std::vector<SnapshotBytes> files;
  CODEWEAVER_ASSIGN(auto first, fetch_snapshot_of(workspace, std::move(wish.snapshot), stop));
  files.push_back(std::move(first));
  for (const auto& base : wish.bases) {
    CODEWEAVER_ASSIGN(auto bytes, fetch_snapshot({base, {}, folder, {}, ca_file}, stop));
    files.push_back(std::move(bytes));
  }
  return Snapshot::read(std::move(files), wish.public_key);
}

}  // namespace codeweaver::opening
