# Compiler options of our own code; third-party sources (grammars) are compiled without them.
add_library(codeweaver_options INTERFACE)
target_compile_options(codeweaver_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  # GCC 12 sees an overlap in "literal" + std::string that is not there (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # It compares one of the two operators of an Asio coroutine with what it inlined of the other.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-mismatched-new-delete>
  # Clang takes signs to what -Wconversion is about in C++, g++ does not.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>
  # The macros of doctest count, which newer clang takes for an extension.
  "$<$<AND:$<CXX_COMPILER_ID:Clang>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,20>>:-Wno-c2y-extensions>"
  $<$<BOOL:${CODEWEAVER_WERROR}>:-Werror>)
# Same input, same bytes on every machine: x86-64 without options of its own rounds each product before it is added, where
# others by default do both at once.
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  target_compile_options(codeweaver_options INTERFACE -ffp-contract=off)
endif()
if(CODEWEAVER_SANITIZE)
  # g++ 12 takes what it has instrumented for uninitialized where it is not, and the frames of coroutines for freed by another
  # allocator than theirs; other builds are warned of the real ones.
  target_compile_options(codeweaver_options INTERFACE -fsanitize=${CODEWEAVER_SANITIZE}
    "$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-mismatched-new-delete>"
    -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${CODEWEAVER_SANITIZE})
endif()
# A source of our own costs more for the headers that it includes than for itself, so several are compiled as one (CMake leaves
# out those that have options of their own): eight of tests and benchmarks, which call their helpers alike, 24 of the library.
set(CMAKE_UNITY_BUILD ${CODEWEAVER_UNITY})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 8)
set(CODEWEAVER_UNITY_SOURCES 24)
if(CODEWEAVER_UNITY)  # members of a class in a source, which look as if they were in a header
  target_compile_options(codeweaver_options INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
endif()

# codeweaver_cold(TARGET): where nothing is gained by -O3, which takes half as long again as -O1.
function(codeweaver_cold target)
  target_compile_options(${target} PRIVATE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O1>)
endfunction()
# codeweaver_unity(TARGET MOST SOURCE...): groups of up to MOST, of whole folders where they are small; a large one is divided evenly.
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
  set(room ${most})  # sources that the last group is short of
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
