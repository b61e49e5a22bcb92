// Tests of which declaration of C++ belongs to which definition.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "graph/linked_project.hpp"

using codeweaver::graph::LinkedProject;

TEST_CASE("C++: a definition may name the namespace of what it defines") {
  LinkedProject project({{"synch.h", R"(namespace lib { namespace id3 {
namespace synch { int decode(int data); int size(); }
namespace other { int decode(int data); }
class Frame { int decode(int data); static int size(); };
} }
int decode(int data);
)"},
                         {"synch.cc", R"(#include "synch.h"
using namespace lib;
using namespace id3;
int synch::decode(int data) { return data; }
int Frame::decode(int data) { return data; }
int unknown::decode(int data) { return data; }
)"},
                         {"within.cc", R"(#include "synch.h"
namespace lib {
int id3::other::decode(int data) { return data; }
int id3::synch::size() { return 1; }
}
)"},
                         {"use.cc", R"(#include "synch.h"
namespace lib { int read(int v) { return id3::synch::decode(v); } }
)"}});
  CHECK(project.link("use.cc", "id3::synch::decode") == "resolved synch.h:2");
  CHECK(project.is_same("synch.cc", 4, "synch.h", 2));
  CHECK(project.is_same("synch.h", 2, "synch.cc", 4));
  CHECK(!project.is_same("synch.cc", 4, "synch.h", 3));
  CHECK(!project.is_same("synch.cc", 4, "synch.h", 4));
  CHECK(!project.is_same("synch.cc", 4, "synch.h", 6));
  CHECK(project.is_same("synch.cc", 5, "synch.h", 4));
  CHECK(!project.is_same("synch.cc", 5, "synch.h", 2));
  CHECK(!project.is_same("synch.cc", 6, "synch.h", 2));
  CHECK(!project.is_same("synch.cc", 6, "synch.h", 6));
  CHECK(project.is_same("within.cc", 3, "synch.h", 3));
  CHECK(!project.is_same("within.cc", 3, "synch.h", 2));
  CHECK(project.is_same("within.cc", 4, "synch.h", 2));
  CHECK(!project.is_same("within.cc", 4, "synch.h", 4));
}
