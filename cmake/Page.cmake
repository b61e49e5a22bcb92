# Builds the web page with npm, if npm is installed, and embeds it in the service module.
set(CODEWEAVER_PAGE AUTO CACHE STRING "Build the web page of the server: AUTO (if npm is installed and works), ON or OFF")
set_property(CACHE CODEWEAVER_PAGE PROPERTY STRINGS AUTO ON OFF)

set(_npm "")
if(CODEWEAVER_PAGE)  # AUTO counts as true
  find_program(CODEWEAVER_NPM npm)
  mark_as_advanced(CODEWEAVER_NPM)
  if(CODEWEAVER_NPM)
    set(_npm ${CODEWEAVER_NPM})
  elseif(NOT CODEWEAVER_PAGE STREQUAL "AUTO")
    message(FATAL_ERROR "CODEWEAVER_PAGE is ON, but npm is not on PATH. Run: apt-get install npm, or set CODEWEAVER_PAGE=OFF.")
  else()
    message(STATUS "npm was not found: the server will have no web page (run apt-get install npm and configure again)")
  endif()
endif()

file(GLOB_RECURSE _page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*)
list(FILTER _page_sources EXCLUDE REGEX "\\.test\\.tsx?$")
foreach(_file index.html package.json package-lock.json tsconfig.json vite.config.ts)
  list(APPEND _page_sources ${PROJECT_SOURCE_DIR}/web/${_file})
endforeach()
set(_page_folder ${PROJECT_BINARY_DIR}/generated/page)
set(CODEWEAVER_PAGE_SOURCES ${_page_folder}/page_files.cpp ${_page_folder}/page_bytes.S)
string(REPLACE ";" "|" _page_inputs "${_page_sources}")
add_custom_command(OUTPUT ${CODEWEAVER_PAGE_SOURCES}
  COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DOUT=${_page_folder} -DNPM=${_npm} -DMODE=${CODEWEAVER_PAGE}
          "-DINPUTS=${_page_inputs}" -P ${PROJECT_SOURCE_DIR}/cmake/BuildPage.cmake
  DEPENDS ${_page_sources} ${PROJECT_SOURCE_DIR}/cmake/BuildPage.cmake
  COMMENT "Building the web page" VERBATIM)
