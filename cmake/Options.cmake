# Compiler options of our own code; third-party sources (grammars) are compiled without them.
add_library(codeweaver_options INTERFACE)
target_compile_options(codeweaver_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${CODEWEAVER_WERROR}>:-Werror>)
if(CODEWEAVER_SANITIZE)
  target_compile_options(codeweaver_options INTERFACE -fsanitize=${CODEWEAVER_SANITIZE}
    -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${CODEWEAVER_SANITIZE})
endif()
