// Transport: one HTTP exchange; the interface between what is asked for and the library that asks.
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
  std::chrono::milliseconds timeout{30'000};     ///< of all of it; of a streamed one: of silence
  std::chrono::milliseconds most_time{600'000};  ///< of all of a streamed one
  std::uint64_t max_reply_bytes = 64ULL << 20;   ///< of a body, streamed or not; more is a fault
  /// Takes the body of a 2xx reply piece by piece, as it comes; false: no more is wanted. Empty:
  /// the body is collected in the reply.
  std::function<bool(std::string_view piece)> on_body{};
};

struct Reply {
  int status = 0;
  std::vector<Header> headers{};
  std::string body{};

  /// Value of the first header of that name, in any case; null: none.
  const std::string* header(std::string_view name) const noexcept;
};

/// Why there is no reply.
enum class FaultKind : std::uint8_t {
  kTimeout,
  kUnreachable,  ///< no such host, or nobody listens there
  kDropped,      ///< the connection ended before the reply did
  kUntrusted,    ///< its certificate is not to be trusted
  kTooLarge,     ///< more than max_reply_bytes
  kStopped,      ///< by the stop token
  kUnknown,
};

struct Fault {
  FaultKind kind = FaultKind::kUnknown;
  std::string what{};  ///< in the words of the library; names no secret
};

using Exchange = std::variant<Reply, Fault>;

/// Thread safety: exchange() may be called concurrently.
class Transport {
 public:
  virtual ~Transport() = default;
  /// Sends a request and takes the reply, whatever its status; redirects are not followed. A stop
  /// ends it within milliseconds.
  virtual Exchange exchange(const Request& request, std::stop_token stop) const = 0;
};

/// Over libcurl, with certificates checked and connections kept between calls. `ca_file`: in PEM,
/// what is trusted beside the system's; empty: nothing. Errors: kUnsupported "NO_HTTP_CLIENT" (this
/// build is without one); kInvalidArgument "INVALID_CA_FILE".
Result<std::shared_ptr<const Transport>> make_transport(const std::filesystem::path& ca_file = {});

}  // namespace codeweaver::net
