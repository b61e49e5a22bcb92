// Server: listens, accepts connections, and shuts down gracefully.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/http_server.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <new>
#include <utility>

#include "base/try.hpp"
#include "http/http_connection.hpp"
#include "http/port_owner.hpp"

namespace codeweaver::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;

Error invalid_option(std::string cause, std::string action) {
  return {ErrorCategory::kInvalidArgument, "INVALID_OPTION", std::move(cause),
          "starting the HTTP server", std::move(action)};
}

Result<void> check(const ServerOptions& options) {
  constexpr std::size_t kMostWorkers = 1024;
  if (options.workers < 1 || options.workers > kMostWorkers) {
    return invalid_option("workers is " + std::to_string(options.workers),
                          "Give from 1 to " + std::to_string(kMostWorkers) + ".");
  }
  if (options.max_connections < 1) {
    return invalid_option("max_connections is 0", "Give 1 or more.");
  }
  if (options.min_bytes_per_second < 1) {
    return invalid_option("min_bytes_per_second is 0", "Give 1 or more.");
  }
  constexpr std::uint32_t kLeastHeader = 1024;
  if (options.max_header_bytes < kLeastHeader) {
    return invalid_option("max_header_bytes is " + std::to_string(options.max_header_bytes),
                          "Give " + std::to_string(kLeastHeader) + " or more.");
  }
  return {};
}

Result<tcp::endpoint> resolve(asio::io_context& io, const ServerOptions& options) {
  error_code error;
  const auto address = asio::ip::make_address(options.host, error);
  if (!error) return tcp::endpoint(address, options.port);
  tcp::resolver resolver(io);
  const auto found = resolver.resolve(options.host, std::to_string(options.port), error);
  if (error || found.empty()) {
    return invalid_option(
        "'" + options.host + "' is not an address of this machine: " + error.message(),
        "Give an IP address, for example 127.0.0.1.");
  }
  for (const auto& entry : found) {
    if (entry.endpoint().address().is_v4()) return entry.endpoint();
  }
  return found.begin()->endpoint();
}

Error port_in_use(const std::string& where, std::uint16_t port) {
  Error error{ErrorCategory::kUnavailable,
              "PORT_IN_USE",
              "Cannot listen on " + where + ": the port is in use",
              "starting the HTTP server",
              {}};
  const auto holder = find_port_owner(port);
  if (!holder) {
    error.cause += " by a process that this user cannot see";
    error.action = "Choose another port, or 0 for any free one.";
    return error;
  }
  const std::string id = std::to_string(holder->process_id);
  error.cause += " by '" + holder->name + "' (process " + id + ")";
  error.action =
      "Stop that process (kill " + id + "), or choose another port, or 0 for any free one.";
  if (holder->name.starts_with("codeweaver")) {
    error.action = "A server of codeweaver already runs there: use it, stop it (kill " + id +
                   "), or choose another port, or 0 for any free one.";
  }
  return error;
}

Error cannot_listen(const tcp::endpoint& endpoint, const std::string& where,
                    const error_code& error) {
  if (error == asio::error::address_in_use) return port_in_use(where, endpoint.port());
  const bool is_denied = error == asio::error::access_denied;
  return {ErrorCategory::kIo, "CANNOT_LISTEN", "Cannot listen on " + where + ": " + error.message(),
          "starting the HTTP server",
          is_denied ? "Choose a port above 1023." : "Check the host and the port."};
}

std::string text_of(const tcp::endpoint& endpoint) {
  const std::string address = endpoint.address().to_string();
  return (endpoint.address().is_v6() ? "[" + address + "]" : address) + ":" +
         std::to_string(endpoint.port());
}

asio::awaitable<void> serve_client(std::shared_ptr<ServerContext> context, tcp::socket socket) {
  const bool is_one_too_many = context->channels.size() >= context->options.max_connections;
  Connection connection(context, std::move(socket));
  if (is_one_too_many) {
    co_await connection.turn_away();
  } else {
    co_await connection.serve();
  }
}

}  // namespace

struct Server::Impl {
  Impl(std::shared_ptr<ServerContext> shared, tcp::acceptor listening)
      : context(std::move(shared)),
        acceptor(std::move(listening)),
        timer(context->loop->io),
        grace(context->loop->io) {}

  asio::awaitable<void> accept_clients();
  void start_serving(tcp::socket socket);
  asio::awaitable<void> shut_down();

  std::shared_ptr<ServerContext> context;
  tcp::acceptor acceptor;
  asio::steady_timer timer;  ///< between attempts to accept
  asio::steady_timer grace;  ///< for the grace period of a shutdown
  std::uint16_t port = 0;
  std::string url;
};

void Server::Impl::start_serving(tcp::socket socket) {
  try {
    // An exception (out of memory) ends only that connection; its destructor closes it.
    asio::co_spawn(context->loop->io, serve_client(context, std::move(socket)),
                   [](const std::exception_ptr&) {});
  } catch (const std::bad_alloc&) {
    return;  // this connection is closed; others continue
  }
}

asio::awaitable<void> Server::Impl::accept_clients() {
  constexpr auto kToken = asio::as_tuple(asio::use_awaitable);
  constexpr std::size_t kMostTurnedAway = 64;  // at once; more are closed without an answer
  while (acceptor.is_open()) {
    auto [error, socket] = co_await acceptor.async_accept(kToken);
    if (!acceptor.is_open()) break;
    if (error == asio::error::no_descriptors || error == asio::error::no_buffer_space ||
        error == asio::error::no_memory) {
      // File descriptors become free when connections end; retrying at once would waste time.
      constexpr milliseconds kPause{100};
      timer.expires_after(kPause);
      co_await timer.async_wait(kToken);
      continue;
    }
    if (error || context->channels.size() >= context->options.max_connections + kMostTurnedAway) {
      continue;
    }
    start_serving(std::move(socket));
  }
}

asio::awaitable<void> Server::Impl::shut_down() {
  constexpr auto kToken = asio::as_tuple(asio::use_awaitable);
  constexpr milliseconds kLastCall{500};
  error_code ignored;
  acceptor.close(ignored);
  timer.cancel();
  context->on_last_gone = [this] { grace.cancel(); };
  context->last_input = SteadyClock::now() + context->options.shutdown_input;
  context->enter(Phase::kDraining);
  if (context->channels.empty()) co_return;
  grace.expires_after(context->options.shutdown_grace);
  co_await grace.async_wait(kToken);
  if (context->channels.empty()) co_return;
  context->last_call = SteadyClock::now() + kLastCall;
  context->enter(Phase::kEnding);
  grace.expires_at(context->last_call + kLastCall);
  co_await grace.async_wait(kToken);
  for (Channel* channel : context->channels) {
    channel->close();
    channel->wake();
  }
}

Result<Server> Server::listen(ServerOptions options, std::vector<Route> routes) {
  CODEWEAVER_TRY(check(options));
  for (std::string& origin : options.allowed_origins) {
    CODEWEAVER_ASSIGN(auto normal, Cors::normal_origin(origin));
    origin = std::move(normal);
  }
  CODEWEAVER_ASSIGN(auto router, Router::make(std::move(routes)));
  asio::io_context io;
  CODEWEAVER_ASSIGN(const auto endpoint, resolve(io, options));
  GuardOptions guards{.bound_address = endpoint.address().to_string(),
                      .bound_name = options.host,
                      .allowed_hosts = options.allowed_hosts,
                      .allowed_origins = options.allowed_origins,
                      .token = options.token};
  if (guards.token.empty() && !is_loopback_address(guards.bound_address)) {
    return invalid_option("Other machines can reach '" + options.host + "', but no token is set",
                          "Set a token, or listen on 127.0.0.1.");
  }
  auto context =
      std::make_shared<ServerContext>(std::move(options), std::move(router), std::move(guards));
  tcp::acceptor acceptor(context->loop->io);
  error_code error;
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) return cannot_listen(endpoint, text_of(endpoint), error);
  const tcp::endpoint bound = acceptor.local_endpoint(error);
  if (error) return cannot_listen(endpoint, text_of(endpoint), error);
  auto impl = std::make_unique<Impl>(std::move(context), std::move(acceptor));
  impl->port = bound.port();
  impl->url = "http://" + text_of(bound);
  return Server(std::move(impl));
}

Server::Server(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
Server::Server(Server&&) noexcept = default;
Server& Server::operator=(Server&&) noexcept = default;
Server::~Server() = default;

std::uint16_t Server::port() const noexcept {
  return impl_->port;
}
const std::string& Server::url() const noexcept {
  return impl_->url;
}

Result<void> Server::run(std::stop_token stop) {
  Impl* const impl = impl_.get();
  asio::io_context& io = impl->context->loop->io;
  asio::co_spawn(io, impl->accept_clients(), asio::detached);
  {
    const std::stop_callback on_stop(stop, [impl, &io] {
      asio::post(io, [impl, &io] { asio::co_spawn(io, impl->shut_down(), asio::detached); });
    });
    for (bool is_done = false; !is_done;) {
      try {
        io.run();
        is_done = true;
      } catch (const std::exception&) {
        is_done = false;  // out of memory in one handler of the loop; the others continue
      }
    }
  }
  impl->context->workers.close();
  return {};
}

}  // namespace codeweaver::http
