// Conversation: runs a handler for a waiting client, in rounds until it needs no more input.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/conversation.hpp"

#include <mutex>
#include <utility>

#include "json/writer.hpp"
#include "mcp/core.hpp"
#include "mcp/methods.hpp"
#include "mcp/protocol.hpp"

namespace codeweaver::mcp {
namespace {

constexpr int kMaxRounds = 50;  // for a legacy client that never gives a valid answer

/// The request that a state is sealed for; it must not be used for other requests or callers.
std::string identity_of(const Call& call) {
  const auto& request = call.request;
  json::Value out =
      json::Object{{"method", request.method}, {"caller", call.connection->options.caller}};
  for (const auto* key : {"name", "uri", "arguments"})
    if (const auto* value = request.param(key); value != nullptr) out.set(key, *value);
  return json::dump(out);
}

class Conversation : public std::enable_shared_from_this<Conversation> {
 public:
  Conversation(std::shared_ptr<Call> call, std::shared_ptr<const Step> step, TaskStarter start_task)
      : call_(std::move(call)), step_(std::move(step)), start_task_(std::move(start_task)) {}

  void start() {
    if (call_->request.is_modern)
      if (auto error = resume()) return call_->fail(*error);
    run_round();
  }

 private:
  /// Restores state and answers that the client sends from the previous round.
  std::optional<ProtocolError> resume() {
    const auto& request = call_->request;
    if (const auto* sealed = request.param("requestState"); sealed != nullptr) {
      const auto opened = call_->core().sealer.open(text_of(sealed), identity_of(*call_));
      const auto* inputs = opened ? opened->find("inputs") : nullptr;
      if (inputs == nullptr)
        return invalid_params("requestState is invalid, expired, or from another request");
      inputs_ = *inputs;
      state_ = text_of(opened->find("state"));
    }
    const auto* answers = request.param("inputResponses");
    if (answers == nullptr) return std::nullopt;
    if (!answers->is_object()) return invalid_params("inputResponses is not an object");
    for (const auto& answer : *answers->if_object()) {
      if (!answer.value.is_object())
        return invalid_params("the input response '" + answer.key + "' is not an object");
      inputs_.set(answer.key, answer.value);
    }
    return std::nullopt;
  }

  RequestContext context() const {
    const auto& call = call_;
    return RequestContext(
        {.stop = call->stop(),
         .progress = [call](double done, std::optional<double> total,
                            std::string_view message) { call->progress(done, total, message); },
         .log = [call](std::string_view level, const json::Value& data) { call->log(level, data); },
         .version = call->request.version,
         .client_capabilities = call->request.capabilities,
         .meta = call->request.meta,
         .inputs = inputs_,
         .state = state_,
         .late = late_,
         .request_id = call->request.request_id});
  }

  void run_round() {
    step_->run(context(), [self = shared_from_this()](Outcome outcome) {
      std::visit([&](auto& kind) { self->take(std::move(kind)); }, outcome);
    });
  }

  void take(Complete complete) { call_->finish(std::move(complete.result)); }
  void take(const ProtocolError& error) { call_->fail(error); }
  void take(ContinueAsTask rest) {
    if (start_task_) return start_task_(std::move(rest.rest), inputs_);
    step_ = std::move(rest.rest);
    run_round();
  }
  void take(const InputNeeded& needed) {
    const auto missing = missing_for(needed, call_->request.capabilities);
    if (!missing.empty()) return call_->fail(missing_capability(call_->request, missing));
    if (call_->request.is_modern)
      ask_in_result(needed);
    else
      ask_in_requests(needed);
  }

  void ask_in_result(const InputNeeded& needed) {
    json::Value result = json::Object{{"resultType", "input_required"}};
    if (!needed.requests.empty()) result.set("inputRequests", requests_json(needed.requests));
    // With a question and nothing to remember, no state is needed.
    if (!needed.state.empty() || !inputs_.if_object()->empty() || needed.requests.empty())
      result.set("requestState", call_->core().sealer.seal(
                                     json::Object{{"state", needed.state}, {"inputs", inputs_}},
                                     identity_of(*call_)));
    call_->finish(std::move(result));
  }

  void ask_in_requests(const InputNeeded& needed) {
    if (++rounds_ > kMaxRounds)
      return call_->fail({kInternalError, "The client does not give valid answers"});
    state_ = needed.state;
    ask_client(call_, needed, json::Object{}, [self = shared_from_this()](ClientAnswers answers) {
      if (!answers.error.empty())
        return self->call_->fail({kInternalError, std::move(answers.error)});
      for (const auto& answer : *answers.by_key.if_object())
        self->inputs_.set(answer.key, answer.value);
      self->late_ = std::move(answers.late);
      self->call_->connection->run([self] {
        if (!self->call_->is_over()) self->run_round();
      });
    });
  }

  const std::shared_ptr<Call> call_;
  std::shared_ptr<const Step> step_;
  const TaskStarter start_task_;
  json::Value inputs_ = json::Object{};
  std::string state_;
  std::vector<std::string> late_;  // keys of questions of the previous round
  int rounds_ = 0;
};

/// Collects the answers to several requests.
struct Gathering {
  std::mutex mutex;
  ClientAnswers answers;
  std::size_t open = 0;
  std::function<void(ClientAnswers answers)> then;

  /// Takes one answer. `result` null: there is no answer; `why` is the reason.
  void take(const InputRequest& request, const json::Value* result, const std::string& why,
            bool is_late) {
    {
      std::lock_guard lock(mutex);
      if (is_late) answers.late.push_back(request.key);
      if (result != nullptr)
        answers.by_key.set(request.key, *result);
      else if (request.is_optional)
        answers.by_key.set(request.key, json::Object{});
      else if (answers.error.empty())
        answers.error = "The client did not answer '" + request.key + "': " + why;
      if (--open > 0) return;
    }
    then(std::move(answers));
  }
};

/// One question. It passes on its answer or the end of its patience, whichever comes first.
class Question {
 public:
  Question(std::shared_ptr<Gathering> gathering, InputRequest request)
      : gathering_(std::move(gathering)), request_(std::move(request)) {}

  const InputRequest& request() const { return request_; }
  /// Settles the question. False: it was settled already, so nothing happens. Calls `before` first.
  bool settle(const json::Value* result, const std::string& why, bool is_late = false,
              const std::function<void()>& before = {}) {
    const auto gathering = [&] {
      const std::lock_guard lock(mutex_);
      return std::exchange(gathering_, nullptr);
    }();
    if (!gathering) return false;
    if (before) before();
    gathering->take(request_, result, why, is_late);
    return true;
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<Gathering> gathering_;  // guarded by mutex_; null: settled
  const InputRequest request_;
};

constexpr const char* kNoAnswerInTime = "it did not answer in time";

void ask_one(const std::shared_ptr<Call>& call, const std::shared_ptr<Question>& question,
             json::Value params) {
  const auto& request = question->request();
  call->ask(request.method, std::move(params),
            [question](const json::Value* result, const std::string& why) {
              question->settle(result, why);
            });
  if (request.patience)
    call->core().alarms.ring_after(
        *request.patience, [question] { question->settle(nullptr, kNoAnswerInTime, true); });
}

/// Answers a question for roots from the connection if possible. A client that announces changes is
/// asked only once. A client that did not answer in time is asked again only after it announces a
/// change; its late answer is kept.
void ask_roots(const std::shared_ptr<Call>& call, const std::shared_ptr<Question>& question,
               json::Value params) {
  const auto connection = call->connection;
  const auto known = connection->roots.get();
  if (known.answer) {
    question->settle(&*known.answer, {});
    return;
  }
  if (known.is_late) {
    question->settle(nullptr, kNoAnswerInTime);
    return;
  }
  call->ask("roots/list", std::move(params),
            [question, connection, edition = known.edition](const json::Value* result,
                                                            const std::string& why) {
              const auto keep = [&] {
                if (result != nullptr) connection->roots.keep(edition, *result);
              };
              const bool is_in_time = question->settle(result, why, false, [&] {
                const auto capabilities = connection->capabilities();
                const auto* roots = capabilities.find("roots");
                const auto* tells = roots != nullptr ? roots->find("listChanged") : nullptr;
                if (tells != nullptr && *tells == json::Value(true)) keep();
              });
              if (!is_in_time) keep();
            });
  const auto& request = question->request();
  if (request.patience)
    call->core().alarms.ring_after(*request.patience,
                                   [question, connection, edition = known.edition] {
                                     question->settle(nullptr, kNoAnswerInTime, true,
                                                      [&] { connection->roots.set_late(edition); });
                                   });
}

}  // namespace

void converse(const std::shared_ptr<Call>& call, std::shared_ptr<const Step> step,
              TaskStarter start_task) {
  std::make_shared<Conversation>(call, std::move(step), std::move(start_task))->start();
}

void ask_client(const std::shared_ptr<Call>& call, const InputNeeded& needed,
                const json::Value& meta, std::function<void(ClientAnswers answers)> then) {
  if (needed.requests.empty()) return then({});
  const auto gathering = std::make_shared<Gathering>();
  gathering->open = needed.requests.size();
  gathering->then = std::move(then);
  for (const auto& request : needed.requests) {
    auto params = request.params;
    if (!meta.if_object()->empty()) params.set("_meta", meta);
    if (request.capability() == "elicitation.url") params.set("elicitationId", random_id());
    const auto question = std::make_shared<Question>(gathering, request);
    if (request.method == "roots/list")
      ask_roots(call, question, std::move(params));
    else
      ask_one(call, question, std::move(params));
  }
}

std::string_view missing_for(const InputNeeded& needed, const json::Value& capabilities) {
  for (const auto& request : needed.requests)
    if (!has_capability(capabilities, request.capability())) return request.capability();
  return {};
}

json::Value requests_json(const std::vector<InputRequest>& requests) {
  json::Value out = json::Object{};
  for (const auto& request : requests)
    out.set(request.key, json::Object{{"method", request.method}, {"params", request.params}});
  return out;
}

}  // namespace codeweaver::mcp
