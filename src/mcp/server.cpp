// Server: tools, resources and prompts for clients.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/server.hpp"

#include "mcp/core.hpp"

namespace codeweaver::mcp {

Server::Server(ServerInfo info, ServerOptions options)
    : core_(std::make_shared<ServerCore>(std::move(info), options)) {}

void Server::add(Tool tool) {
  if (tool.tasks != TaskSupport::kForbidden) core_->tasks.offer();
  core_->catalog.tools.put(std::move(tool));
  core_->hub->tell({Event::Kind::kTools});
}

void Server::add(Resource resource) {
  core_->catalog.resources.put(std::move(resource));
  core_->hub->tell({Event::Kind::kResources});
}

void Server::add(ResourceTemplate resource_template) {
  core_->catalog.templates.put(std::move(resource_template));
  core_->hub->tell({Event::Kind::kResources});
}

void Server::add(Prompt prompt) {
  core_->catalog.prompts.put(std::move(prompt));
  core_->hub->tell({Event::Kind::kPrompts});
}

bool Server::remove_tool(std::string_view name) {
  const bool was_there = core_->catalog.tools.remove(name);
  if (was_there) core_->hub->tell({Event::Kind::kTools});
  return was_there;
}

bool Server::remove_resource(std::string_view uri) {
  const bool was_there = core_->catalog.resources.remove(uri);
  if (was_there) core_->hub->tell({Event::Kind::kResources});
  return was_there;
}

bool Server::remove_prompt(std::string_view name) {
  const bool was_there = core_->catalog.prompts.remove(name);
  if (was_there) core_->hub->tell({Event::Kind::kPrompts});
  return was_there;
}

std::shared_ptr<const Tool> Server::find_tool(std::string_view name) const {
  return core_->catalog.tools.find(name);
}

void Server::resource_updated(std::string_view uri) {
  core_->hub->tell({Event::Kind::kResourceUpdated, std::string(uri), json::Object{{"uri", uri}}});
}

std::shared_ptr<Connection> Server::connect(ConnectionOptions options) const {
  return std::make_shared<Connection>(core_, std::move(options));
}

const ServerInfo& Server::info() const {
  return core_->info;
}

void Server::close() {
  core_->hub->end();
  core_->tasks.close();
}

}  // namespace codeweaver::mcp
