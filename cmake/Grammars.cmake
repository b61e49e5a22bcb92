# Tree-sitter and its grammars: C sources pinned by grammars/Cargo.lock (checksums included), fetched
# by `cargo vendor` at configure time. No Rust is compiled. CODEWEAVER_GRAMMARS_DIR names a folder
# with fetched sources. Otherwise they are kept in .cache, so that several build folders share them.
set(CODEWEAVER_LANGUAGES "all" CACHE STRING "Grammars to build: all, core, none, or a list of language ids")
set(_manifest ${PROJECT_SOURCE_DIR}/grammars/Cargo.toml)
set(_core_languages python javascript typescript tsx java rust go c cpp csharp ruby php bash json html css
  markdown yaml toml)

function(codeweaver_find_cargo result)
  find_program(CODEWEAVER_CARGO cargo HINTS $ENV{CARGO_HOME}/bin $ENV{HOME}/.cargo/bin)
  set(_advice "Install one (rustup, or `apt-get install cargo-web` on Debian 12, `cargo` on Debian 13), or set "
    "CODEWEAVER_GRAMMARS_DIR to a folder created elsewhere with: cargo vendor --locked --manifest-path "
    "grammars/Cargo.toml FOLDER")
  string(CONCAT _advice ${_advice})
  if(NOT CODEWEAVER_CARGO)
    message(FATAL_ERROR "The grammars must be fetched, but cargo is not on PATH. ${_advice}")
  endif()
  execute_process(COMMAND ${CODEWEAVER_CARGO} --version OUTPUT_VARIABLE _version ERROR_VARIABLE _version)
  string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" _number "${_version}")
  if(NOT _number OR _number VERSION_LESS 1.85)
    message(FATAL_ERROR "The grammars need cargo 1.85 or newer; ${CODEWEAVER_CARGO} is '${_version}'. ${_advice}")
  endif()
  set(${result} ${CODEWEAVER_CARGO} PARENT_SCOPE)
endfunction()

# Sets `result` to a folder with the sources of every crate in the lock file.
function(codeweaver_fetch_grammars result)
  if(CODEWEAVER_GRAMMARS_DIR)
    if(NOT EXISTS ${CODEWEAVER_GRAMMARS_DIR}/tree-sitter/src/lib.c)
      message(FATAL_ERROR "CODEWEAVER_GRAMMARS_DIR='${CODEWEAVER_GRAMMARS_DIR}' does not contain tree-sitter/src/lib.c. "
        "Fill it with: cargo vendor --locked --manifest-path grammars/Cargo.toml ${CODEWEAVER_GRAMMARS_DIR}")
    endif()
    set(${result} ${CODEWEAVER_GRAMMARS_DIR} PARENT_SCOPE)
    return()
  endif()
  file(SHA256 ${PROJECT_SOURCE_DIR}/grammars/Cargo.lock _hash)
  string(SUBSTRING ${_hash} 0 12 _hash)
  set(_cache ${PROJECT_SOURCE_DIR}/.cache)
  file(LOCK ${_cache} DIRECTORY RESULT_VARIABLE _refused TIMEOUT 600)
  if(_refused)  # a read-only checkout
    set(_cache ${PROJECT_BINARY_DIR})
  endif()
  set(_folder ${_cache}/grammars-${_hash})
  if(NOT EXISTS ${_folder})
    codeweaver_find_cargo(_cargo)
    message(STATUS "Fetching the grammars into ${_folder}")
    execute_process(
      COMMAND ${_cargo} vendor --locked --quiet --manifest-path ${_manifest} ${_folder}.part
      RESULT_VARIABLE _failed OUTPUT_QUIET ERROR_VARIABLE _output)
    if(_failed)
      file(REMOVE_RECURSE ${_folder}.part)
      message(FATAL_ERROR "cargo vendor failed (${_failed}): ${_output}Check the network, or set "
        "CODEWEAVER_GRAMMARS_DIR to a folder fetched elsewhere.")
    endif()
    file(RENAME ${_folder}.part ${_folder})
  endif()
  if(NOT _refused)
    file(LOCK ${_cache} DIRECTORY RELEASE)
  endif()
  set(${result} ${_folder} PARENT_SCOPE)
endfunction()

# Options of both libraries. Their assertions are off: a failure must not end a process that serves other projects.
function(codeweaver_third_party_c target)
  target_compile_options(${target} PRIVATE -w -O2 -g0)
  target_compile_definitions(${target} PRIVATE NDEBUG)
  set_target_properties(${target} PROPERTIES
    C_STANDARD 11 C_EXTENSIONS ON C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON UNITY_BUILD OFF)
  if(CODEWEAVER_CCACHE)  # lets checkouts in different folders share cache entries
    set_target_properties(${target} PROPERTIES C_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_BASEDIR=${PROJECT_SOURCE_DIR};${CODEWEAVER_CCACHE}")
  endif()
endfunction()

# Writes a copy of a scanner with one line replaced, to fix a bug that is in every release so far.
function(codeweaver_patch_scanner source line replacement result)
  file(READ ${source} _text)
  string(FIND "${_text}" "${line}" _at)
  if(_at EQUAL -1)
    message(FATAL_ERROR "${source} has no line '${line}'. If its new release has fixed the bug, remove the patch from cmake/Grammars.cmake.")
  endif()
  string(REPLACE "${line}" "${replacement}" _text "${_text}")
  string(MD5 _name ${source})
  set(_patched ${PROJECT_BINARY_DIR}/generated/scanners/${_name}.c)
  set(_known "")
  if(EXISTS ${_patched})
    file(READ ${_patched} _known)
  endif()
  if(NOT _known STREQUAL _text)
    file(WRITE ${_patched} "${_text}")
  endif()
  set(${result} ${_patched} PARENT_SCOPE)
endfunction()

# codeweaver_grammar(ID CRATE [DIR folder/] [SYMBOL name] [PATCH line BY line]): adds one grammar to the table. Its function
# is tree_sitter_<name>; `name` defaults to the id. PATCH: the line of its scanner to replace.
function(codeweaver_grammar id crate)
  cmake_parse_arguments(arg "" "DIR;SYMBOL;PATCH;BY" "" ${ARGN})
  set_property(GLOBAL APPEND PROPERTY CODEWEAVER_GRAMMAR_IDS ${id})
  if(NOT (CODEWEAVER_LANGUAGES STREQUAL "all" OR id IN_LIST CODEWEAVER_LANGUAGES
      OR (CODEWEAVER_LANGUAGES STREQUAL "core" AND id IN_LIST _core_languages)))
    return()
  endif()
  if(NOT arg_SYMBOL)
    set(arg_SYMBOL ${id})
  endif()
  set(_source ${CODEWEAVER_GRAMMAR_SOURCES}/${crate}/${arg_DIR}src)
  set(_files ${_source}/parser.c)
  if(EXISTS ${_source}/scanner.c)
    set(_scanner ${_source}/scanner.c)
    if(arg_PATCH)
      codeweaver_patch_scanner(${_scanner} "${arg_PATCH}" "${arg_BY}" _scanner)
    endif()
    list(APPEND _files ${_scanner})
    set_source_files_properties(${_scanner} PROPERTIES COMPILE_OPTIONS
      "-include;${PROJECT_SOURCE_DIR}/grammars/scanner_memory.h;${_memory_checks}")
  endif()
  set_source_files_properties(${_files} PROPERTIES INCLUDE_DIRECTORIES ${_source})
  target_sources(codeweaver_grammars PRIVATE ${_files})
  set_property(GLOBAL APPEND PROPERTY CODEWEAVER_GRAMMAR_CRATES ${crate})
  set_property(GLOBAL APPEND_STRING PROPERTY CODEWEAVER_GRAMMAR_LIST
    "CODEWEAVER_GRAMMAR(${id}, tree_sitter_${arg_SYMBOL})\n")
endfunction()

codeweaver_fetch_grammars(CODEWEAVER_GRAMMAR_SOURCES)

# Sanitizers check the library and the scanners. Generated parsers are tables and automata that write no memory, so
# sanitizers would only cost time there.
set(_memory_checks "")
if(CODEWEAVER_SANITIZE MATCHES "address")
  set(_memory_checks -fsanitize=${CODEWEAVER_SANITIZE} -fno-omit-frame-pointer -g1)
endif()

add_library(codeweaver_treesitter STATIC ${CODEWEAVER_GRAMMAR_SOURCES}/tree-sitter/src/lib.c)
target_include_directories(codeweaver_treesitter SYSTEM
  INTERFACE ${CODEWEAVER_GRAMMAR_SOURCES}/tree-sitter/include
  PRIVATE ${CODEWEAVER_GRAMMAR_SOURCES}/tree-sitter/include ${CODEWEAVER_GRAMMAR_SOURCES}/tree-sitter/src)
target_compile_definitions(codeweaver_treesitter PRIVATE _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)
codeweaver_third_party_c(codeweaver_treesitter)
target_compile_options(codeweaver_treesitter PRIVATE ${_memory_checks})

add_library(codeweaver_grammars STATIC)
target_link_libraries(codeweaver_grammars INTERFACE codeweaver_treesitter)  # scanners use its allocator
codeweaver_third_party_c(codeweaver_grammars)
foreach(_id bash c cmake containerfile cpp css dart elixir go graphql groovy haskell hcl html java javascript
    json julia lua make nix objc powershell proto python r rust scala scss solidity yaml zig)
  codeweaver_grammar(${_id} tree-sitter-${_id})
endforeach()
codeweaver_grammar(csharp tree-sitter-c-sharp SYMBOL c_sharp)
codeweaver_grammar(kotlin tree-sitter-kotlin-ng)
codeweaver_grammar(markdown tree-sitter-md DIR tree-sitter-markdown/)
codeweaver_grammar(ocaml tree-sitter-ocaml DIR grammars/ocaml/)
codeweaver_grammar(ocaml_interface tree-sitter-ocaml DIR grammars/interface/)
codeweaver_grammar(perl ts-parser-perl)
codeweaver_grammar(php tree-sitter-php DIR php/)
# A heredoc word of 256 letters is restored as an empty word, for which no memory was allocated.
codeweaver_grammar(ruby tree-sitter-ruby
  PATCH "array_reserve(&heredoc.word, word_length)"
  BY "array_reserve(&heredoc.word, word_length + 1)")
codeweaver_grammar(sql tree-sitter-sequel)
codeweaver_grammar(svelte tree-sitter-svelte-ng)
# At the end of a text, the comparison read past the end of the word after '#' (for example "#endif" at the end of a file).
codeweaver_grammar(swift tree-sitter-swift
  PATCH "if (expected_char != lexer->lookahead) {"
  BY "if (expected_char == '\\0' || expected_char != lexer->lookahead) {")
codeweaver_grammar(toml tree-sitter-toml-ng)
codeweaver_grammar(tsx tree-sitter-typescript DIR tsx/)
codeweaver_grammar(typescript tree-sitter-typescript DIR typescript/)
codeweaver_grammar(vue tree-sitter-vue-next)
codeweaver_grammar(xml tree-sitter-xml DIR xml/)

get_property(_ids GLOBAL PROPERTY CODEWEAVER_GRAMMAR_IDS)
set(_unknown ${CODEWEAVER_LANGUAGES})
list(REMOVE_ITEM _unknown all core none ${_ids})
if(_unknown OR CODEWEAVER_LANGUAGES STREQUAL "")
  list(JOIN _ids " " _ids)
  message(FATAL_ERROR "CODEWEAVER_LANGUAGES is '${CODEWEAVER_LANGUAGES}'. Set it to all, core, none, or some of these ids, separated by ';': ${_ids}")
endif()
if(CODEWEAVER_LANGUAGES STREQUAL "none")  # an archive has at least one object
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/syntax/no_grammar.c CONTENT "typedef int no_grammar;\n")
  target_sources(codeweaver_grammars PRIVATE ${PROJECT_BINARY_DIR}/generated/syntax/no_grammar.c)
endif()

# The table that src/syntax/grammar.cpp includes.
get_property(_list GLOBAL PROPERTY CODEWEAVER_GRAMMAR_LIST)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/syntax/grammar_list.inc CONTENT "${_list}" @ONLY)
target_include_directories(codeweaver_grammars SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/generated
  ${CODEWEAVER_GRAMMAR_SOURCES}/tree-sitter-go/src)  # tree_sitter/parser.h, the same in every grammar
