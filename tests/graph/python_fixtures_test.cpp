// Tests of the fixtures of pytest that the parameters of tests name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "graph/linked_project.hpp"
#include "graph/linker.hpp"

using codeweaver::graph::LinkedProject;

TEST_CASE("Python: the parameters of tests and fixtures name fixtures of pytest") {
  LinkedProject project({{"conftest.py", R"(import pytest

@pytest.fixture
def client():
    pass

@pytest.fixture(scope="module")
def base():
    pass
)"},
                         {"tests/conftest.py", R"(import pytest

@pytest.fixture
def client(client, base):
    return client
)"},
                         {"tests/test_shop.py", R"(import pytest

def limit():
    pass

@pytest.fixture
def shop(client):
    pass

def test_shop(shop, client, tmp_path, limit):
    pass

class TestOpen:
    @pytest.fixture
    def own(self, shop):
        pass

    def test_own(self, own: int, base):
        pass

@pytest.mark.parametrize("size, base", [(1, 2)])
def test_size(size, base):
    pass

def helper(client):
    pass
)"}});
  const auto link = [&](const char* snippet) {
    return project.link("tests/test_shop.py", snippet);
  };
  CHECK(link("def shop(client") == "resolved tests/conftest.py:4");
  CHECK(link("def test_shop(shop") == "resolved tests/test_shop.py:7");
  CHECK(link("def test_shop(shop, client") == "resolved tests/conftest.py:4");
  CHECK(link("def test_shop(shop, client, tmp_path") == "local");
  CHECK(link("tmp_path, limit") == "local");
  CHECK(link("def own(self, shop") == "resolved tests/test_shop.py:7");
  CHECK(link("def test_own(self, own") == "resolved tests/test_shop.py:15");
  CHECK(link("def test_own(self, own: int, base") == "resolved conftest.py:8");
  CHECK(link("def test_size(size, base") == "no use");
  CHECK(link("def helper(client") == "no use");
  CHECK(project.link("tests/conftest.py", "def client(client") == "resolved conftest.py:4");
}
