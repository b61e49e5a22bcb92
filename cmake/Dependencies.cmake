# Every third-party library, found once. Each is linked by one room only (see Modules.cmake).
set(_missing "")

# codeweaver_need(DEBIAN_PACKAGE NAME ...): find_package(NAME ...); what is not there is told of at the end, all of it at once.
macro(codeweaver_need debian name)
  find_package(${name} ${ARGN} QUIET)
  if(NOT ${name}_FOUND)
    list(APPEND _missing ${debian})
  endif()
endmacro()

# The same by pkg-config: PkgConfig::NAME.
macro(codeweaver_need_module debian name module)
  pkg_check_modules(${name} QUIET IMPORTED_TARGET GLOBAL ${module})
  if(NOT ${name}_FOUND)
    list(APPEND _missing ${debian})
  endif()
endmacro()

find_package(Threads REQUIRED)
codeweaver_need(pkg-config PkgConfig)
if(NOT PkgConfig_FOUND)
  message(FATAL_ERROR "pkg-config is missing. Run: scripts/setup build (or apt-get install pkg-config)")
endif()
codeweaver_need(libsimdjson-dev simdjson CONFIG)
codeweaver_need(libtomlplusplus-dev tomlplusplus CONFIG)
codeweaver_need(libsqlite3-dev SQLite3)
codeweaver_need(g++ OpenMP COMPONENTS CXX)  # FAISS's exported target names it
codeweaver_need(libfaiss-dev faiss CONFIG)
codeweaver_need(libzstd-dev zstd CONFIG)
codeweaver_need_module(libgit2-dev libgit2 libgit2)
if(CODEWEAVER_OFFICE)
  codeweaver_need_module(libzip-dev libzip libzip)
  codeweaver_need(libpugixml-dev pugixml CONFIG)
endif()
codeweaver_need_module(libre2-dev re2 re2)
if(CODEWEAVER_PCRE2)
  codeweaver_need_module(libpcre2-dev pcre2 libpcre2-8)
endif()
codeweaver_need_module(libxxhash-dev xxhash libxxhash)
if(CODEWEAVER_NET)
  codeweaver_need(libcurl4-openssl-dev CURL 7.85)
endif()
if(CODEWEAVER_SIGNATURES)
  codeweaver_need_module(libssl-dev libcrypto libcrypto)
endif()
if(CODEWEAVER_POSTGRES)
  codeweaver_need_module(libpq-dev libpq libpq)
endif()
if(CODEWEAVER_SERVICE)
  codeweaver_need(libboost1.81-dev Boost 1.81 CONFIG)  # Asio and Beast, headers only
endif()
if(CODEWEAVER_CLI)
  codeweaver_need(libcli11-dev CLI11 CONFIG)
endif()
if(CODEWEAVER_TESTS)
  codeweaver_need(doctest-dev doctest CONFIG)
endif()
if(_missing)
  list(JOIN _missing " " _missing)
  message(FATAL_ERROR "Missing, as Debian names it: ${_missing}\n"
    "Run: scripts/setup build (or apt-get install ${_missing})\n"
    "Options leave out what is not wanted: docs/install.md lists them.")
endif()

# FAISS's target names the BLAS that the system chose. Three routines of it are linked and none is ever called (queries
# come one by one, nothing is trained), while OpenBLAS takes 3 ms to load and starts threads that spin in every process:
# the reference archives will do.
find_library(CODEWEAVER_BLAS_ARCHIVE libblas.a PATH_SUFFIXES blas)
find_library(CODEWEAVER_LAPACK_ARCHIVE liblapack.a PATH_SUFFIXES lapack)
find_library(CODEWEAVER_GFORTRAN NAMES gfortran libgfortran.so.5)  # the run-time library of both
if(CODEWEAVER_BLAS_ARCHIVE AND CODEWEAVER_LAPACK_ARCHIVE AND CODEWEAVER_GFORTRAN)
  set_target_properties(faiss PROPERTIES INTERFACE_LINK_LIBRARIES
    "OpenMP::OpenMP_CXX;${CODEWEAVER_LAPACK_ARCHIVE};${CODEWEAVER_BLAS_ARCHIVE};${CODEWEAVER_GFORTRAN};Threads::Threads;m")
else()
  message(STATUS "No libblas.a, liblapack.a or libgfortran: linking the shared BLAS, which makes programs start slower")
endif()
