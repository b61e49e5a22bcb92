// Transport: one HTTP exchange; the interface to the HTTP library.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::net {

struct Header {
  std::string name, value;
  friend bool operator==(const Header&, const Header&) = default;
};

struct Request {
  std::string method = "POST";
  std::string url{};
  std::vector<Header> headers{};
  std::string body{};
  std::chrono::milliseconds timeout{30'000};  ///< for the whole exchange; if streamed: without data
  std::chrono::milliseconds most_time{600'000};  ///< for a whole streamed exchange
  std::uint64_t max_reply_bytes = 64ULL << 20;   ///< for the body, streamed or not; more is a fault
  /// Receives the body of a 2xx reply piece by piece. It returns false to stop. Empty: the body is
  /// collected in the reply.
  std::function<bool(std::string_view piece)> on_body{};
};

struct Reply {
  int status = 0;
  std::vector<Header> headers{};
  std::string body{};

  /// The value of the first header with this name, in any case. Null: none.
  const std::string* header(std::string_view name) const noexcept;
};

/// Why there is no reply.
enum class FaultKind : std::uint8_t {
  kTimeout,
  kUnreachable,  ///< unknown host, or no server there
  kDropped,      ///< the connection ended before the reply was complete
  kUntrusted,    ///< the certificate is not trusted
  kTooLarge,     ///< more than max_reply_bytes
  kStopped,      ///< by the stop token
  kUnknown,
};

struct Fault {
  FaultKind kind = FaultKind::kUnknown;
  std::string what{};  ///< message of the library; contains no secret
};

using Exchange = std::variant<Reply, Fault>;

/// Thread safety: exchange() may be called concurrently.
class Transport {
 public:
  virtual ~Transport() = default;
  /// Sends a request and returns the reply with any status. Does not follow redirects. A stop ends
  /// it within milliseconds.
  virtual Exchange exchange(const Request& request, std::stop_token stop) const = 0;
};

/// A transport over libcurl that checks certificates and keeps connections. `ca_file`: a PEM file
/// with additional trusted certificates; empty: none. Errors: kUnsupported "NO_HTTP_CLIENT" (build
/// without a client); kInvalidArgument "INVALID_CA_FILE".
Result<std::shared_ptr<const Transport>> make_transport(const std::filesystem::path& ca_file = {});

}  // namespace codeweaver::net
