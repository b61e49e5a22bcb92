// Tests of PageAccess: a code works once; only the token exchanged for it is accepted.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/page_access.hpp"

#include <doctest/doctest.h>

namespace codeweaver::service {

TEST_CASE("page access: a code is exchanged once for a token, which is admitted from then on") {
  PageAccess access("");
  CHECK(access.code().size() == 32);
  CHECK(PageAccess("").code() != access.code());
  CHECK_FALSE(access.redeem(""));
  CHECK_FALSE(access.redeem(access.code() + "0"));
  CHECK_FALSE(access.redeem(std::string(access.code().size(), '0')));
  CHECK_FALSE(access.admits(""));
  const auto token = access.redeem(access.code());
  REQUIRE(token);
  CHECK(token->size() == 64);
  CHECK(access.admits(*token));
  CHECK_FALSE(access.admits(""));
  CHECK_FALSE(access.admits(access.code()));
  CHECK_FALSE(access.redeem(access.code()));
}

TEST_CASE("page access: the exchange of the code is told once") {
  PageAccess access("");
  int told = 0;
  access.when_redeemed([&] { ++told; });
  CHECK_FALSE(access.redeem("no code"));
  CHECK(told == 0);
  CHECK(access.redeem(access.code()));
  CHECK(told == 1);
  CHECK_FALSE(access.redeem(access.code()));
  CHECK(told == 1);
}

TEST_CASE("page access: where the server has a token, the code is exchanged for that one") {
  PageAccess access("the-token-of-the-server");
  CHECK_FALSE(access.admits("the-token-of-the-server"));
  CHECK(access.redeem(access.code()) == "the-token-of-the-server");
}

}  // namespace codeweaver::service
