// tools/call as a task, tasks/get, tasks/update, tasks/cancel, tasks/result, tasks/list.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/integer.hpp"
#include "mcp/conversation.hpp"
#include "mcp/core.hpp"
#include "mcp/methods.hpp"
#include "mcp/protocol.hpp"
#include "mcp/tool_step.hpp"

namespace codeweaver::mcp {
namespace {

using TaskRef = std::shared_ptr<Task>;

/// Starts a task and answers the call with it, or fails the call.
void answer_with_task(const CallRef& call, std::shared_ptr<const Step> step, json::Value inputs) {
  const auto& request = call->request;
  auto& store = call->core().tasks;
  auto ttl = store.longest_ttl();
  const auto* asked = request.param("task");
  if (!request.is_modern && asked != nullptr)
    if (const auto* wanted = asked->find("ttl"); wanted != nullptr && json::as_integer(*wanted))
      ttl = std::chrono::milliseconds(std::max<std::int64_t>(*json::as_integer(*wanted), 0));
  TaskOrigin origin{.version = request.version,
                    .is_modern = request.is_modern,
                    .capabilities = request.capabilities,
                    .meta = request.meta,
                    .inputs = std::move(inputs),
                    .caller = call->connection->options.caller};
  if (!request.is_modern) origin.owner = call->connection;
  const auto task = store.create(std::move(origin), std::move(step), ttl);
  if (!task)
    return call->fail({kInternalError, "Too many tasks; wait for some to end, or cancel some"});
  if (!request.is_modern) return call->finish(json::Object{{"task", legacy_json(task->view())}});
  auto result = modern_json(task->view(), false);
  result.set("resultType", "task");
  call->finish(std::move(result));
}

/// The task in the request, if its sender may see it. Otherwise fails the call and returns null.
TaskRef named_task(const CallRef& call) {
  const auto& request = call->request;
  if (request.is_modern && !has_tasks_extension(request)) {
    call->fail(missing_capability(request, kTasksExtension));
    return nullptr;
  }
  auto task = call->core().tasks.find(request.text("taskId"));
  if (task && is_visible(task->origin, *call)) return task;
  call->fail(invalid_params("unknown task"));
  return nullptr;
}

void answer_with_result(const CallRef& call, const TaskView& task) {
  if (task.error) return call->fail(*task.error);
  if (!task.result) return call->fail(invalid_params("the task was cancelled"));
  auto result = task.result->result;
  const auto* given = result.find("_meta");
  json::Value meta = given != nullptr ? *given : json::Object{};
  meta.set(kRelatedTaskKey, json::Object{{"taskId", task.id}});
  result.set("_meta", std::move(meta));
  call->finish(std::move(result));
}

/// Answers when the task is over; sends its questions to the client meanwhile.
void follow(const CallRef& call, const TaskRef& task) {
  if (call->is_over()) return;
  const auto now = task->view();
  if (now.is_over()) return answer_with_result(call, now);
  if (now.status == TaskStatus::kInputRequired && task->claim_questions(now.revision, call)) {
    // If this client disconnects, another waiting call may ask.
    call->hold(std::shared_ptr<void>(nullptr, [weak = std::weak_ptr(task)](const void*) {
      if (const auto left = weak.lock()) left->wake_watchers();
    }));
    ask_client(call, {now.questions, {}}, task->related(), [task](const ClientAnswers& answers) {
      if (!answers.error.empty()) return task->fail({kInternalError, answers.error});
      task->answer(answers.by_key);
    });
  }
  task->when_changed(now.revision, [weak = std::weak_ptr(call), task = std::weak_ptr(task)] {
    const auto waiting = weak.lock();
    const auto changed = task.lock();
    if (waiting && changed) follow(waiting, changed);
  });
}

}  // namespace

void call_tool(const CallRef& call) {
  const auto& request = call->request;
  const auto name = request.text("name");
  auto tool = call->core().catalog.tools.find(name);
  if (!tool) return call->fail(invalid_params("unknown tool '" + name + "'"));
  const auto* given = request.param("arguments");
  json::Value arguments = given != nullptr && !given->is_null() ? *given : json::Object{};
  const bool wants_task = request.is_modern
                              ? has_tasks_extension(request)
                              : request.version == "2025-11-25" && request.param("task") != nullptr;
  const auto support = tool->tasks;
  if (support == TaskSupport::kRequired && !wants_task)
    return call->fail(request.is_modern
                          ? missing_capability(request, kTasksExtension)
                          : ProtocolError{kMethodNotFound, "The tool runs only as a task"});
  if (support == TaskSupport::kForbidden && wants_task && !request.is_modern)
    return call->fail({kMethodNotFound, "The tool cannot run as a task"});
  const bool starts_later = tool->starts_task_itself && request.is_modern;
  auto step = make_tool_step(std::move(tool), std::move(arguments));
  if (!wants_task || support == TaskSupport::kForbidden) return converse(call, std::move(step));
  if (!starts_later) return answer_with_task(call, std::move(step), json::Object{});
  converse(call, std::move(step), [call](std::shared_ptr<const Step> rest, json::Value inputs) {
    answer_with_task(call, std::move(rest), std::move(inputs));
  });
}

void get_task(const CallRef& call) {
  const auto task = named_task(call);
  if (!task) return;
  call->finish(call->request.is_modern ? modern_json(task->view(), true)
                                       : legacy_json(task->view()));
}

void update_task(const CallRef& call) {
  const auto task = named_task(call);
  if (!task) return;
  const auto* answers = call->request.param("inputResponses");
  if (answers == nullptr || !answers->is_object())
    return call->fail(invalid_params("inputResponses is not an object"));
  for (const auto& answer : *answers->if_object())
    if (!answer.value.is_object())
      return call->fail(invalid_params("the input response '" + answer.key + "' is not an object"));
  task->answer(*answers);
  call->finish(json::Object{});
}

void cancel_task(const CallRef& call) {
  const auto task = named_task(call);
  if (!task) return;
  const bool was_running = task->cancel();
  if (call->request.is_modern) return call->finish(json::Object{});
  if (!was_running) return call->fail(invalid_params("the task is over"));
  call->finish(legacy_json(task->view()));
}

void get_task_result(const CallRef& call) {
  if (const auto task = named_task(call)) follow(call, task);
}

void list_tasks(const CallRef& call) {
  const auto after = read_cursor(call->request, "tasks");
  if (!after) return call->fail(invalid_params("unknown cursor"));
  const auto size = call->core().options.page_size;
  const auto found = call->core().tasks.owned_by(call->connection.get(), *after);
  json::Value tasks = json::Array{};
  for (std::size_t i = 0; i < std::min(size, found.size()); ++i)
    tasks.push_back(legacy_json(found[i].task->view()));
  json::Value result = json::Object{{"tasks", std::move(tasks)}};
  if (found.size() > size) result.set("nextCursor", make_cursor("tasks", found[size - 1].number));
  call->finish(std::move(result));
}

}  // namespace codeweaver::mcp
