// RequestParser on Boost.Beast.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/request_parser.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/http/parser.hpp>
#include <utility>

namespace codeweaver::http {
namespace {

namespace beast = boost::beast;
using beast::error_code;

/// A body in a string that can be taken at any time. It reserves no memory because of a length that
/// the client announces.
struct TakenBody {
  using value_type = std::string;
  class reader {
   public:
    template <bool kIsRequest, class Fields>
    reader(beast::http::header<kIsRequest, Fields>&, value_type& body) : body_(body) {}
    void init(const boost::optional<std::uint64_t>&, error_code& error) { error = {}; }
    template <class Buffers>
    std::size_t put(const Buffers& buffers, error_code& error) {
      error = {};
      std::size_t size = 0;
      for (const auto buffer : beast::buffers_range_ref(buffers)) {
        body_.append(static_cast<const char*>(buffer.data()), buffer.size());
        size += buffer.size();
      }
      return size;
    }
    void finish(error_code& error) { error = {}; }

   private:
    value_type& body_;
  };
};

Refusal refuse(int status, std::string_view code, std::string cause, std::string action) {
  return {status,
          {ErrorCategory::kInvalidArgument, std::string(code), std::move(cause),
           "reading the request", std::move(action)},
          {}};
}

/// Whether a line in `head` ends with a bare line feed; other programs might see the end of the
/// head there. Skips the first `checked` bytes and advances it.
bool has_bare_line_feed(std::string_view head, std::size_t& checked) {
  for (std::size_t at = head.find('\n', checked); at != std::string_view::npos;
       at = head.find('\n', at + 1)) {
    if (at == 0 || head[at - 1] != '\r') return true;
    if (at == 1 || head.substr(0, at).ends_with("\r\n\r")) break;  // the body follows
  }
  checked = head.size();
  return false;
}

Refusal refusal_of(const error_code& error, bool has_first_line) {
  using Failure = beast::http::error;
  if (error == Failure::header_limit || error == Failure::buffer_overflow) {
    // If the first line has no end, the URL is too long.
    if (!has_first_line) {
      return refuse(414, "URI_TOO_LONG", "The URL of the request is too long",
                    "Send a shorter URL.");
    }
    return refuse(431, "HEADERS_TOO_LARGE", "The headers of the request are too large",
                  "Send fewer or shorter headers.");
  }
  if (error == Failure::bad_version) {
    return refuse(505, "VERSION_NOT_SUPPORTED", "The request is neither HTTP/1.0 nor HTTP/1.1",
                  "Use HTTP/1.1.");
  }
  return refuse(400, "BAD_REQUEST", "Invalid HTTP request: " + error.message(),
                "Send a request that follows RFC 9112.");
}

}  // namespace

struct RequestParser::Impl {
  beast::http::request_parser<TakenBody> parser;
  std::optional<Refusal> failure;
  std::size_t used = 0;     ///< bytes; above 0 after the first line
  std::size_t checked = 0;  ///< bytes already checked that will be passed again
};

RequestParser::RequestParser(std::uint32_t max_header_bytes) : impl_(std::make_unique<Impl>()) {
  impl_->parser.header_limit(max_header_bytes);
  impl_->parser.body_limit(boost::none);  // the routes' limits are known after the head
}
RequestParser::~RequestParser() = default;
RequestParser::RequestParser(RequestParser&&) noexcept = default;
RequestParser& RequestParser::operator=(RequestParser&&) noexcept = default;

std::size_t RequestParser::put(std::string_view bytes) {
  auto& parser = impl_->parser;
  if (impl_->failure || parser.is_done()) return 0;
  if (!parser.is_header_done() && has_bare_line_feed(bytes, impl_->checked)) {
    impl_->failure =
        refuse(400, "BAD_REQUEST", "Invalid HTTP request: a line ends without a carriage return",
               "End each line of the head with CR and LF.");
    return 0;
  }
  // Stops after the head: the caller checks it before reading on.
  parser.eager(parser.is_header_done());
  error_code error;
  const std::size_t used = parser.put(boost::asio::buffer(bytes.data(), bytes.size()), error);
  impl_->used += used;
  impl_->checked -= std::min(impl_->checked, used);
  if (error && error != beast::http::error::need_more) {
    impl_->failure = refusal_of(error, impl_->used > 0);
  }
  return used;
}

bool RequestParser::has_head() const {
  return impl_->parser.is_header_done();
}
bool RequestParser::is_done() const {
  return impl_->parser.is_done();
}
const std::optional<Refusal>& RequestParser::failure() const {
  return impl_->failure;
}

RequestHead RequestParser::take_head() {
  const auto& message = impl_->parser.get();
  RequestHead head;
  head.method = message.method_string();
  head.target = message.target();
  head.is_known_method = message.method() != beast::http::verb::unknown;
  head.is_http_1_1 = message.version() >= 11;
  head.keeps_alive = impl_->parser.keep_alive();
  head.is_chunked = impl_->parser.chunked();
  if (const auto length = impl_->parser.content_length()) head.content_length = *length;
  for (const auto& field : message) {
    head.headers.push_back({std::string(field.name_string()), std::string(field.value())});
  }
  return head;
}

std::string RequestParser::take_body() {
  return std::exchange(impl_->parser.get().body(), {});
}

}  // namespace codeweaver::http
