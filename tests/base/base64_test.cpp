// Tests of Base64 encoding and decoding.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/base64.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace codeweaver::base {

TEST_CASE("base64: what is written follows RFC 4648, and reads one spelling only") {
  for (const auto& [plain, coded] :
       {std::pair{"", ""}, std::pair{"f", "Zg=="}, std::pair{"fo", "Zm8="},
        std::pair{"foo", "Zm9v"}, std::pair{"foob", "Zm9vYg=="}, std::pair{"fooba", "Zm9vYmE="},
        std::pair{"foobar", "Zm9vYmFy"}}) {
    CHECK(base64(plain) == coded);
    CHECK(parse_base64(coded) == plain);
  }
  CHECK(base64_url("\xff\xfe\xfd") == "__79");
  for (const auto* wrong : {"Zg==", "Zh", "Z", "Zm9v!", "Zm9 v"})
    CHECK_MESSAGE(!parse_base64_url(wrong), wrong);
  CHECK(parse_base64_url("Zg") == "f");
  CHECK(parse_base64("Zg") == "f");
  for (const auto* wrong : {"Zg=", "Zh", "Zh==", "Z===", "Zg==Zg==", "Zm9v=", "__79"})
    CHECK_MESSAGE(!parse_base64(wrong), wrong);
}

}  // namespace codeweaver::base
