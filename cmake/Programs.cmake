# The programs codeweaver and codeweaver-bench. The Python module links src/cli too, because its package installs the same command.
file(GLOB_RECURSE _cli_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/*.cpp)
if(_cli_sources)
  include(${CMAKE_CURRENT_LIST_DIR}/Demo.cmake)
  list(FILTER _cli_sources EXCLUDE REGEX "/main\\.cpp$")
  include(Facts)
  add_library(cw_cli STATIC ${_cli_sources} ${CODEWEAVER_DEMO_SOURCE} ${CODEWEAVER_FACTS_SOURCE})
  codeweaver_unity(cw_cli ${CODEWEAVER_UNITY_SOURCES} ${_cli_sources})
  codeweaver_cold(cw_cli)
  target_include_directories(cw_cli PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(cw_cli PUBLIC codeweaver PRIVATE CLI11::CLI11 codeweaver_options)
  # An archive for CODEWEAVER_BUILT_IN; its interface has neither CLI11 nor the compiler options.
  add_library(codeweaver_program STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:cw_cli>)
  add_library(codeweaver::program ALIAS codeweaver_program)
  target_link_libraries(codeweaver_program PUBLIC codeweaver)
  set_target_properties(codeweaver_program PROPERTIES LINKER_LANGUAGE CXX EXPORT_NAME program)
  add_executable(codeweaver_cli ${PROJECT_SOURCE_DIR}/src/cli/app/main.cpp)
  target_include_directories(codeweaver_cli PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(codeweaver_cli PRIVATE cw_cli codeweaver_options)
  set_target_properties(codeweaver_cli PROPERTIES
    OUTPUT_NAME codeweaver RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  # The program writes its completions and its manual. A program for another processor needs an emulator for that; a program
  # with sanitizers is not run here.
  if((NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR) AND NOT CODEWEAVER_SANITIZE)
    set(_shown ${PROJECT_BINARY_DIR}/generated/shown)
    add_custom_command(TARGET codeweaver_cli POST_BUILD
      COMMAND ${CMAKE_COMMAND} -E make_directory ${_shown}
      COMMAND codeweaver_cli completion bash > ${_shown}/codeweaver
      COMMAND codeweaver_cli completion zsh > ${_shown}/_codeweaver
      COMMAND codeweaver_cli completion fish > ${_shown}/codeweaver.fish
      COMMAND codeweaver_cli manual > ${_shown}/codeweaver.1
      VERBATIM)
    install(FILES ${_shown}/codeweaver DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
      COMPONENT programs OPTIONAL)
    install(FILES ${_shown}/_codeweaver DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions
      COMPONENT programs OPTIONAL)
    install(FILES ${_shown}/codeweaver.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
      COMPONENT programs OPTIONAL)
    install(FILES ${_shown}/codeweaver.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT programs OPTIONAL)
  endif()
  # codeweaver-bench is for developers: it links the whole library once more, so no package has it.
  file(GLOB _bench_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/bench/*.cpp)
  list(FILTER _bench_sources EXCLUDE REGEX "/main\\.cpp$")
  add_library(cw_bench STATIC ${_bench_sources})
  codeweaver_unity(cw_bench ${CODEWEAVER_UNITY_SOURCES} ${_bench_sources})
  codeweaver_cold(cw_bench)
  target_include_directories(cw_bench PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(cw_bench PUBLIC cw_cli PRIVATE CLI11::CLI11 codeweaver_options)
  add_executable(codeweaver_bench ${PROJECT_SOURCE_DIR}/src/bench/main.cpp)
  target_include_directories(codeweaver_bench PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(codeweaver_bench PRIVATE cw_bench codeweaver_options)
  set_target_properties(codeweaver_bench PROPERTIES
    OUTPUT_NAME codeweaver-bench RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  add_dependencies(codeweaver_bench codeweaver_cli)  # `speed` starts it
endif()
