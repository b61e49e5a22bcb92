// The stdio transport: a reader, a few workers, one writer lock.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/stdio.hpp"

#include <condition_variable>
#include <deque>
#include <istream>
#include <map>
#include <mutex>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include "json/writer.hpp"
#include "mcp/protocol.hpp"

namespace codeweaver::mcp {
namespace {

class Connection {
 public:
  Connection(const Server& server, std::ostream& output, const StdioOptions& options)
      : server_(server), output_(output), options_(options) {
    for (std::size_t i = 0; i < options_.workers; ++i) workers_.emplace_back([this] { work(); });
  }

  ~Connection() {
    {
      std::lock_guard lock(mutex_);
      is_closing_ = true;
      for (auto& [id, source] : running_) source.request_stop();
    }
    wake_.notify_all();
    workers_.clear();  // joins
  }

  void receive(std::string_view line) {
    auto message = json::parse(line);
    if (!message) return send(Server::parse_error(message.error().cause));
    const auto* method = message->find("method");
    const auto* name = method != nullptr ? method->if_string() : nullptr;
    if (name != nullptr && *name == "notifications/cancelled") return cancel(*message);
    if (name == nullptr || *name != "tools/call") return answer(*message, {});
    // Registered here, in reading order: a cancellation that follows finds the call.
    std::stop_source source;
    {
      std::lock_guard lock(mutex_);
      running_[key_of(message->find("id"))] = source;
      queue_.push_back({std::move(*message), std::move(source)});
    }
    wake_.notify_one();
  }

  void refuse_long_line() {
    send(Server::parse_error("the message is longer than " +
                             std::to_string(options_.max_message_bytes) + " bytes"));
  }

 private:
  struct Call {
    json::Value message;
    std::stop_source source;
  };

  static std::string key_of(const json::Value* id) {
    return id != nullptr ? json::dump(*id) : std::string("none");
  }

  void cancel(const json::Value& message) {
    const auto* params = message.find("params");
    const auto* id = params != nullptr ? params->find("requestId") : nullptr;
    std::lock_guard lock(mutex_);
    const auto found = running_.find(key_of(id));
    if (found != running_.end()) found->second.request_stop();
  }

  void work() {
    for (;;) {
      Call call;
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [this] { return is_closing_ || !queue_.empty(); });
        if (queue_.empty()) return;
        call = std::move(queue_.front());
        queue_.pop_front();
      }
      if (!call.source.stop_requested()) answer(call.message, call.source.get_token());
      std::lock_guard lock(mutex_);
      running_.erase(key_of(call.message.find("id")));
    }
  }

  void answer(const json::Value& message, std::stop_token stop) {
    const RequestScope scope{&session_, [this](const json::Value& note) { send(note); }, stop};
    const auto reply = server_.handle(message, scope);
    if (reply && !stop.stop_requested()) send(*reply);
  }

  void send(const json::Value& message) {
    const auto text = json::dump(message);
    std::lock_guard lock(output_mutex_);
    output_ << text << '\n' << std::flush;
  }

  const Server& server_;
  std::ostream& output_;
  const StdioOptions options_;
  Session session_;
  std::mutex output_mutex_;  // guards output_
  std::mutex mutex_;         // guards the members below
  std::condition_variable wake_;
  std::deque<Call> queue_;
  std::map<std::string, std::stop_source> running_;
  bool is_closing_ = false;
  std::vector<std::jthread> workers_;  // last: they use all of the above
};

/// One line without its terminator; false at the end of input. Reads past what is too long.
bool read_line(std::istream& input, std::size_t limit, std::string& line, bool& is_too_long) {
  line.clear();
  is_too_long = false;
  for (int c = input.get(); c != std::istream::traits_type::eof(); c = input.get()) {
    if (c == '\n') return true;
    if (line.size() < limit)
      line.push_back(static_cast<char>(c));
    else
      is_too_long = true;
  }
  return !line.empty();
}

}  // namespace

void serve_stdio(const Server& server, std::istream& input, std::ostream& output,
                 const StdioOptions& options) {
  Connection connection(server, output, options);
  std::string line;
  bool is_too_long = false;
  while (read_line(input, options.max_message_bytes, line, is_too_long)) {
    if (is_too_long)
      connection.refuse_long_line();
    else if (line.find_first_not_of(" \t\r") != std::string::npos)
      connection.receive(line);
  }
}

}  // namespace codeweaver::mcp
