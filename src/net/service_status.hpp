// Converts a client's statistics to the public type.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/remote_models.hpp"
#include "net/service_client.hpp"

namespace codeweaver::net {

/// For RemoteService::status().
RemoteServiceStatus service_status(const ServiceClient& client);

}  // namespace codeweaver::net
