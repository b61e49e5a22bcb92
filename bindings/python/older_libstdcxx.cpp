// What GCC 12 links by a name that its libstdc++ alone has: with a copy of ours the module runs
// with that of GCC 11, too.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <condition_variable>

#if defined(__GLIBCXX__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12

namespace std {

// As in libstdc++, where it became noexcept under the version GLIBCXX_3.4.30.
void condition_variable::wait(unique_lock<mutex>& lock) noexcept {
  _M_cond.wait(*lock.mutex());
}

}  // namespace std

#endif
