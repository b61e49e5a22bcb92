# Compiler options of our own code; third-party sources (grammars) are compiled without them.
add_library(codeweaver_options INTERFACE)
target_compile_options(codeweaver_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  # GCC 12 sees an overlap in "literal" + std::string that is not there (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<BOOL:${CODEWEAVER_WERROR}>:-Werror>)
if(CODEWEAVER_SANITIZE)
  target_compile_options(codeweaver_options INTERFACE -fsanitize=${CODEWEAVER_SANITIZE}
    -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${CODEWEAVER_SANITIZE})
endif()
