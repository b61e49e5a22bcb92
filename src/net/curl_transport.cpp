// Transport over libcurl: a pool of handles with their connections, each for one exchange at a
// time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <curl/curl.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "base/try.hpp"
#include "codeweaver/version.hpp"
#include "net/certificates.hpp"
#include "net/transport.hpp"

namespace codeweaver::net {
namespace {

constexpr std::size_t kMostIdleHandles = 16;
constexpr long kConnectTimeoutMs = 10'000;
constexpr int kPollMs = 1000;
constexpr std::uint64_t kMostHeaderBytes = 1U << 20;

/// An easy handle with its own multi handle, which keeps connections and can be woken.
class Handle {
 public:
  Handle() : easy_(curl_easy_init()), multi_(curl_multi_init()) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    curl_easy_cleanup(easy_);
    curl_multi_cleanup(multi_);
  }
  bool is_made() const { return easy_ != nullptr && multi_ != nullptr; }
  CURL* easy() const { return easy_; }

  /// Performs the request set on easy(). nullopt: stopped.
  std::optional<CURLcode> perform(const std::stop_token& stop) {
    const std::stop_callback wake(stop, [this] { curl_multi_wakeup(multi_); });
    if (curl_multi_add_handle(multi_, easy_) != CURLM_OK) return CURLE_FAILED_INIT;
    int running = 1;
    bool is_sound = true;
    while (running > 0 && is_sound && !stop.stop_requested()) {
      is_sound = curl_multi_perform(multi_, &running) == CURLM_OK;
      if (running > 0 && is_sound)
        is_sound = curl_multi_poll(multi_, nullptr, 0, kPollMs, nullptr) == CURLM_OK;
    }
    std::optional<CURLcode> result;
    if (running > 0 && is_sound) {
      curl_multi_remove_handle(multi_, easy_);
      return result;
    }
    result = CURLE_FAILED_INIT;
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi_, &left))
      if (message->msg == CURLMSG_DONE) result = message->data.result;
    curl_multi_remove_handle(multi_, easy_);
    return result;
  }

 private:
  CURL* easy_;
  CURLM* multi_;
};

class HeaderList {
 public:
  void add(const std::string& line) {
    if (auto* longer = curl_slist_append(list_, line.c_str())) list_ = longer;
  }
  HeaderList() = default;
  HeaderList(const HeaderList&) = delete;
  HeaderList& operator=(const HeaderList&) = delete;
  ~HeaderList() { curl_slist_free_all(list_); }
  curl_slist* get() const { return list_; }

 private:
  curl_slist* list_ = nullptr;
};

/// Data received during one exchange.
struct Incoming {
  const Request& request;
  CURL* easy;
  Reply reply{};
  std::uint64_t header_bytes = 0, body_bytes = 0;
  bool is_too_large = false;
  bool is_enough = false;  // the receiver needs no more data
};

std::size_t take_header(char* bytes, std::size_t size, std::size_t count, void* into) {
  auto& incoming = *static_cast<Incoming*>(into);
  const std::string_view line(bytes, size * count);
  incoming.header_bytes += line.size();
  incoming.is_too_large = incoming.header_bytes > kMostHeaderBytes;
  if (incoming.is_too_large) return 0;
  if (line.starts_with("HTTP/")) incoming.reply.headers.clear();  // of an interim reply
  if (const auto colon = line.find(':'); colon != std::string_view::npos)
    incoming.reply.headers.push_back(
        {std::string(line.substr(0, colon)),
         std::string(base::trimmed(line.substr(colon + 1), " \t\r\n"))});
  return size * count;
}

std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* into) {
  auto& incoming = *static_cast<Incoming*>(into);
  const std::string_view piece(bytes, size * count);
  long status = 0;
  curl_easy_getinfo(incoming.easy, CURLINFO_RESPONSE_CODE, &status);
  incoming.body_bytes += piece.size();
  incoming.is_too_large = incoming.body_bytes > incoming.request.max_reply_bytes;
  if (incoming.is_too_large) return 0;
  if (incoming.request.on_body && status >= 200 && status < 300) {
    incoming.is_enough = !incoming.request.on_body(piece);
    return incoming.is_enough ? 0 : piece.size();
  }
  incoming.reply.body += piece;
  return piece.size();
}

void set_up(CURL* easy, const Request& request, const HeaderList& headers, Incoming& incoming) {
  curl_easy_reset(easy);  // keeps connections
  curl_easy_setopt(easy, CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_PROXY, "");  // the proxy environment variables do not apply
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
#if LIBCURL_VERSION_NUM >= 0x075700
  // A finished call does not wait for an unresponsive name server.
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
  curl_easy_setopt(easy, CURLOPT_USERAGENT, std::string("codeweaver/").append(kVersion).c_str());
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers.get());
  const auto timeout = std::max<long>(1, static_cast<long>(request.timeout.count()));
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, std::min(timeout, kConnectTimeoutMs));
  if (request.on_body) {
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, std::max(1L, timeout / 1000));
    const auto most = std::max<long>(1, static_cast<long>(request.most_time.count()));
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, most);
  } else {
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, timeout);
  }
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &take_header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, &incoming);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &take_body);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &incoming);
  if (request.method == "GET") return;
  curl_easy_setopt(easy, CURLOPT_POST, 1L);
  curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
  curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request.body.data());
}

FaultKind kind_of(CURLcode code) {
  switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
      return FaultKind::kTimeout;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
      return FaultKind::kUnreachable;
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return FaultKind::kDropped;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
      return FaultKind::kUntrusted;
    default:
      return FaultKind::kUnknown;
  }
}

class CurlTransport final : public Transport {
 public:
  /// `certificates`: the trusted certificates in PEM. Empty: those of the system.
  explicit CurlTransport(std::string certificates) : certificates_(std::move(certificates)) {}
  Exchange exchange(const Request& request, std::stop_token stop) const override {
    auto handle = take();
    if (!handle->is_made()) return Fault{FaultKind::kUnknown, "out of memory"};
    HeaderList headers;
    for (const auto& header : request.headers) headers.add(header.name + ": " + header.value);
    headers.add("Expect:");  // no round trip before the body is sent
    Incoming incoming{request, handle->easy()};
    set_up(handle->easy(), request, headers, incoming);
    if (!trust(handle->easy()))
      return Fault{FaultKind::kUntrusted, "the HTTP client does not support network.ca_file"};
    const auto done = handle->perform(stop);
    long status = 0;
    curl_easy_getinfo(handle->easy(), CURLINFO_RESPONSE_CODE, &status);
    curl_easy_reset(handle->easy());  // removes pointers to this call
    give_back(std::move(handle));
    if (!done) return Fault{FaultKind::kStopped, "it was stopped"};
    if (incoming.is_too_large) return Fault{FaultKind::kTooLarge, "the reply is too large"};
    if (*done != CURLE_OK && !incoming.is_enough)
      return Fault{kind_of(*done), curl_easy_strerror(*done)};
    incoming.reply.status = static_cast<int>(status);
    return std::move(incoming.reply);
  }

 private:
  bool trust(CURL* easy) const {
    if (certificates_.empty())
      return file_.empty() || curl_easy_setopt(easy, CURLOPT_CAINFO, file_.c_str()) == CURLE_OK;
    curl_blob all{};
    all.data = const_cast<char*>(certificates_.data());  // only read
    all.len = certificates_.size();
    all.flags = CURL_BLOB_NOCOPY;
    return curl_easy_setopt(easy, CURLOPT_CAINFO_BLOB, &all) == CURLE_OK;
  }
  /// The handle used last; its connection is most likely still open.
  std::unique_ptr<Handle> take() const {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<Handle>();
    auto handle = std::move(idle_.back());
    idle_.pop_back();
    return handle;
  }
  void give_back(std::unique_ptr<Handle> handle) const {
    const std::lock_guard lock(mutex_);
    if (idle_.size() < kMostIdleHandles) idle_.push_back(std::move(handle));
  }

  const std::string file_ = certificate_file();  // of the system
  const std::string certificates_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Handle>> idle_;  // guarded by mutex_
};

/// The certificates of the system and of `ca_file`. Empty: `ca_file` is not set.
Result<std::string> trusted_certificates(const std::filesystem::path& ca_file) {
  if (ca_file.empty()) return std::string();
  CODEWEAVER_ASSIGN(auto own, read_certificates(ca_file));
  const auto file = certificate_file();
  if (file.empty()) return own;
  CODEWEAVER_ASSIGN(const auto all, read_certificates(file));
  return all + '\n' + own;
}

}  // namespace

Result<std::shared_ptr<const Transport>> make_transport(const std::filesystem::path& ca_file) {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (ready != CURLE_OK)
    return Error{ErrorCategory::kInternal, "HTTP_CLIENT_FAILED",
                 std::string("libcurl cannot be used: ") + curl_easy_strerror(ready),
                 "reaching a service", ""};
  CODEWEAVER_ASSIGN(auto certificates, trusted_certificates(ca_file));
  return std::shared_ptr<const Transport>(std::make_shared<CurlTransport>(std::move(certificates)));
}

}  // namespace codeweaver::net
