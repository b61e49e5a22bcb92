# Compiler options of our own code. They do not apply to third-party sources (grammars).
add_library(codeweaver_options INTERFACE)
target_compile_options(codeweaver_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  # GCC 12 wrongly reports an overlap in "literal" + std::string (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # GCC reports a mismatch after it has inlined only one of operator new and operator delete of an Asio coroutine.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-mismatched-new-delete>
  # In C++, -Wconversion includes -Wsign-conversion with Clang, but not with g++.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>
  # Macros of doctest use __COUNTER__, which newer Clang reports as an extension.
  "$<$<AND:$<CXX_COMPILER_ID:Clang>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,20>>:-Wno-c2y-extensions>"
  $<$<BOOL:${CODEWEAVER_WERROR}>:-Werror>)
# The same input must give the same bytes on every machine. By default, x86-64 rounds each product before it is added, but
# other processors use fused multiply-add.
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  target_compile_options(codeweaver_options INTERFACE -ffp-contract=off)
endif()
if(CODEWEAVER_SANITIZE)
  # With sanitizers, g++ 12 wrongly reports uninitialized values and mismatched deallocation of coroutine frames. Other builds
  # keep these warnings.
  target_compile_options(codeweaver_options INTERFACE -fsanitize=${CODEWEAVER_SANITIZE}
    "$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-mismatched-new-delete>"
    -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${CODEWEAVER_SANITIZE})
endif()
# Compiling the included headers costs more than compiling the source itself, so several sources are compiled as one: 8 of
# tests and benchmarks, because their helpers often have equal names, and 24 of the library. CMake skips sources with separate options.
set(CMAKE_UNITY_BUILD ${CODEWEAVER_UNITY})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 8)
set(CODEWEAVER_UNITY_SOURCES 24)
if(CODEWEAVER_UNITY)  # GCC takes a class in a source for a class in a header and warns of its members
  target_compile_options(codeweaver_options INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
endif()

# codeweaver_cold(TARGET): compiles with -O1 where -O3 gains nothing. -O3 takes 1.5 times as long to compile.
function(codeweaver_cold target)
  target_compile_options(${target} PRIVATE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O1>)
endfunction()
# codeweaver_unity(TARGET MOST SOURCE...): groups of up to MOST sources. Small folders share a group; large ones are split evenly.
function(codeweaver_unity target most)
  set(folders "")
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    list(APPEND folders ${folder})
    string(MAKE_C_IDENTIFIER ${folder} key)
    list(APPEND sources_${key} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set(group "")
  set(room ${most})  # number of sources that the last group can still take
  foreach(folder IN LISTS folders)
    string(MAKE_C_IDENTIFIER ${folder} key)
    cmake_path(GET folder FILENAME name)
    list(LENGTH sources_${key} count)
    if(count GREATER room OR NOT group)
      set(group ${name})
      set(room ${most})
    endif()
    math(EXPR parts "(${count} + ${most} - 1) / ${most}")
    math(EXPR room "${room} - ${count}")
    set(at 0)
    foreach(source IN LISTS sources_${key})
      math(EXPR part "${at} * ${parts} / ${count}")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${part})
      math(EXPR at "${at} + 1")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()
