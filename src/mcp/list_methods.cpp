// tools/list, resources/list, resources/templates/list, prompts/list.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/core.hpp"
#include "mcp/methods.hpp"
#include "mcp/protocol.hpp"

namespace codeweaver::mcp {
namespace {

void set_annotations(json::Value& out, const Annotations& annotations) {
  auto value = to_json(annotations);
  if (!value.if_object()->empty()) out.set("annotations", std::move(value));
}

json::Value describe(const Tool& tool, std::string_view version) {
  json::Value out = json::Object{{"name", tool.name}};
  set_unless_empty(out, "title", tool.title);
  set_unless_empty(out, "description", tool.description);
  out.set("inputSchema", tool.input_schema);
  if (tool.output_schema) out.set("outputSchema", *tool.output_schema);
  json::Value annotations = json::Object{};
  set_unless_empty(annotations, "title", tool.title);
  annotations.set("readOnlyHint", tool.is_read_only);
  annotations.set("destructiveHint", tool.is_destructive);
  annotations.set("idempotentHint", tool.is_idempotent);
  annotations.set("openWorldHint", tool.is_open_world);
  out.set("annotations", std::move(annotations));
  if (tool.tasks != TaskSupport::kForbidden && version == "2025-11-25")
    out.set("execution",
            json::Object{
                {"taskSupport", tool.tasks == TaskSupport::kRequired ? "required" : "optional"}});
  if (tool.meta) out.set("_meta", *tool.meta);
  return out;
}

json::Value describe(const Resource& resource, std::string_view) {
  json::Value out = json::Object{{"uri", resource.uri}, {"name", resource.name}};
  set_unless_empty(out, "title", resource.title);
  set_unless_empty(out, "description", resource.description);
  set_unless_empty(out, "mimeType", resource.mime_type);
  if (resource.size_bytes) out.set("size", *resource.size_bytes);
  set_annotations(out, resource.annotations);
  return out;
}

json::Value describe(const ResourceTemplate& item, std::string_view) {
  json::Value out = json::Object{{"uriTemplate", item.uri_template}, {"name", item.name}};
  set_unless_empty(out, "title", item.title);
  set_unless_empty(out, "description", item.description);
  set_unless_empty(out, "mimeType", item.mime_type);
  set_annotations(out, item.annotations);
  return out;
}

json::Value describe(const Prompt& prompt, std::string_view) {
  json::Value arguments = json::Array{};
  for (const auto& argument : prompt.arguments) {
    json::Value item = json::Object{{"name", argument.name}};
    set_unless_empty(item, "title", argument.title);
    set_unless_empty(item, "description", argument.description);
    item.set("required", argument.is_required);
    arguments.push_back(std::move(item));
  }
  json::Value out = json::Object{{"name", prompt.name}};
  set_unless_empty(out, "title", prompt.title);
  set_unless_empty(out, "description", prompt.description);
  out.set("arguments", std::move(arguments));
  return out;
}

template <class T>
void list(const CallRef& call, const Shelf<T>& shelf, std::string_view name) {
  const auto after = read_cursor(call->request, name);
  if (!after) return call->fail(invalid_params("unknown cursor"));
  const auto& options = call->core().options;
  const auto page = shelf.page(*after, options.page_size);
  json::Value items = json::Array{};
  for (const auto& item : page.items) items.push_back(describe(*item, call->request.version));
  json::Value result = json::Object{{std::string(name), std::move(items)}};
  if (page.next) result.set("nextCursor", make_cursor(name, *page.next));
  if (call->request.is_modern) {
    result.set("ttlMs", options.list_ttl_ms);
    result.set("cacheScope", options.has_public_lists ? "public" : "private");
  }
  call->finish(std::move(result));
}

}  // namespace

void list_tools(const CallRef& call) {
  list(call, call->core().catalog.tools, "tools");
}
void list_resources(const CallRef& call) {
  list(call, call->core().catalog.resources, "resources");
}
void list_templates(const CallRef& call) {
  list(call, call->core().catalog.templates, "resourceTemplates");
}
void list_prompts(const CallRef& call) {
  list(call, call->core().catalog.prompts, "prompts");
}

}  // namespace codeweaver::mcp
