// Tests of the places of certificates on systems other than the build system.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "net/certificates.hpp"

#include <doctest/doctest.h>

#include <array>
#include <fstream>

#include "base/temporary_folder.hpp"

namespace codeweaver::net {
namespace {

TEST_CASE("certificates: the first file that is there is taken, and none where there is none") {
  const test::TemporaryFolder folder;
  const auto missing = (folder / "missing.crt").string(), of_fedora = (folder / "b.crt").string(),
             last = (folder / "c.crt").string();
  const std::array places{missing.c_str(), folder.path().c_str(), of_fedora.c_str(), last.c_str()};
  CHECK(certificate_file(places).empty());
  std::ofstream(last) << "x";
  CHECK(certificate_file(places) == last);
  std::ofstream(of_fedora) << "x";
  CHECK(certificate_file(places) == of_fedora);
}

}  // namespace
}  // namespace codeweaver::net
