// resources/subscribe, resources/unsubscribe, subscriptions/listen.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <set>

#include "json/members.hpp"
#include "mcp/core.hpp"
#include "mcp/methods.hpp"
#include "mcp/protocol.hpp"
#include "mcp/request_context.hpp"
#include "mcp/uri_template.hpp"

namespace codeweaver::mcp {
namespace {

bool exists(const Catalog& catalog, const std::string& uri) {
  if (catalog.resources.find(uri)) return true;
  for (const auto& candidate : catalog.templates.all())
    if (match_uri(candidate->uri_template, uri)) return true;
  return false;
}

/// The requested notifications that the server supports.
struct Filter {
  bool has_tools = false, has_prompts = false, has_resources = false;
  std::set<std::string> uris, tasks;

  bool takes(const Event& event) const {
    switch (event.kind) {
      case Event::Kind::kTools:
        return has_tools;
      case Event::Kind::kPrompts:
        return has_prompts;
      case Event::Kind::kResources:
        return has_resources;
      case Event::Kind::kResourceUpdated:
        return uris.contains(event.subject);
      case Event::Kind::kTask:
        return tasks.contains(event.subject);
    }
    return false;
  }

  json::Value to_json() const {
    json::Value out = json::Object{};
    if (has_tools) out.set("toolsListChanged", true);
    if (has_prompts) out.set("promptsListChanged", true);
    if (has_resources) out.set("resourcesListChanged", true);
    const auto set_texts = [&](std::string_view key, const std::set<std::string>& texts) {
      if (texts.empty()) return;
      json::Value list = json::Array{};
      for (const auto& text : texts) list.push_back(text);
      out.set(key, std::move(list));
    };
    set_texts("resourceSubscriptions", uris);
    set_texts("taskIds", tasks);
    return out;
  }
};

/// The texts in a list; empty if it is absent; nullopt if it is not a list of texts.
std::optional<std::set<std::string>> texts_in(const json::Value& object, std::string_view key) {
  std::set<std::string> out;
  const auto* list = object.find(key);
  if (list == nullptr) return out;
  if (!list->is_array()) return std::nullopt;
  for (const auto& item : *list->if_array()) {
    if (!item.is_string()) return std::nullopt;
    out.insert(*item.if_string());
  }
  return out;
}

/// The stream of one subscriptions/listen request. Its call owns it; the hub has a weak reference.
class Stream : public Listener {
 public:
  Stream(const CallRef& call, Filter filter) : call_(call), filter_(std::move(filter)) {}

  /// Sends all events after the acknowledgement, and none before it.
  static void open(const CallRef& call, Filter filter) {
    const auto stream = std::make_shared<Stream>(call, std::move(filter));
    call->hold(stream);
    std::lock_guard lock(stream->mutex_);
    call->core().hub->add(stream);
    call->notify("notifications/subscriptions/acknowledged",
                 tagged(*call, json::Object{{"notifications", stream->filter_.to_json()}}));
  }

  void hear(const Event& event) override {
    const auto call = call_.lock();
    if (!call || !filter_.takes(event)) return;
    std::lock_guard lock(mutex_);
    call->notify(event.method(), tagged(*call, event.params));
  }
  void end() override {
    const auto call = call_.lock();
    if (!call) return;
    call->notify("notifications/cancelled",
                 tagged(*call, json::Object{{"requestId", call->request.id}}));
    call->finish(tagged(*call, json::Object{}));
  }

 private:
  static json::Value tagged(const Call& call, json::Value params) {
    params.set("_meta", json::Object{{std::string(kSubscriptionIdKey), call.request.id}});
    return params;
  }

  const std::weak_ptr<Call> call_;
  const Filter filter_;
  std::mutex mutex_;  // held while the acknowledgement is sent
};

}  // namespace

void subscribe(const CallRef& call) {
  const auto* given = call->request.param("uri");
  if (given == nullptr || !given->is_string()) return call->fail(invalid_params("uri is missing"));
  const auto& uri = *given->if_string();
  if (!exists(call->core().catalog, uri))
    return call->fail(
        {kLegacyResourceNotFound, "Resource not found: " + uri, json::Object{{"uri", uri}}});
  call->connection->subscribe(uri);
  call->finish(json::Object{});
}

void unsubscribe(const CallRef& call) {
  const auto* uri = call->request.param("uri");
  if (uri == nullptr || !uri->is_string()) return call->fail(invalid_params("uri is missing"));
  call->connection->unsubscribe(*uri->if_string());
  call->finish(json::Object{});
}

void listen(const CallRef& call) {
  const auto* wanted = call->request.param("notifications");
  if (wanted == nullptr || !wanted->is_object())
    return call->fail(invalid_params("notifications is not an object"));
  auto uris = texts_in(*wanted, "resourceSubscriptions");
  auto tasks = texts_in(*wanted, "taskIds");
  if (!uris || !tasks)
    return call->fail(invalid_params("resourceSubscriptions or taskIds is not a list of strings"));
  if (!tasks->empty() && !has_tasks_extension(call->request))
    return call->fail(missing_capability(call->request, kTasksExtension));
  const auto& core = call->core();
  std::erase_if(*uris, [&](const std::string& uri) { return !exists(core.catalog, uri); });
  std::erase_if(*tasks, [&](const std::string& id) {
    const auto task = core.tasks.find(id);
    return !task || !is_visible(task->origin, *call);
  });
  const auto grants = [&](std::string_view key, bool is_offered) {
    const auto* is_wanted = json::flag_in(*wanted, key);
    return core.options.has_changing_lists && is_offered && is_wanted != nullptr && *is_wanted;
  };
  Stream::open(call, Filter{grants("toolsListChanged", core.catalog.tools.was_used()),
                            grants("promptsListChanged", core.catalog.prompts.was_used()),
                            grants("resourcesListChanged", core.catalog.has_resources()),
                            std::move(*uris), std::move(*tasks)});
}

}  // namespace codeweaver::mcp
