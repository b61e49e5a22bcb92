// What a client of a service knows, as the library tells it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/remote_models.hpp"
#include "net/service_client.hpp"

namespace codeweaver::net {

/// For RemoteService::status().
RemoteServiceStatus service_status(const ServiceClient& client);

}  // namespace codeweaver::net
