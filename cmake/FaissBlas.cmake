# Links the reference BLAS and LAPACK archives instead of the system's BLAS, which FAISS's target names. FAISS links three
# routines, but we never call them: queries come one at a time and nothing is trained. OpenBLAS would take 3 ms to load and
# start spinning threads in every process.
find_library(CODEWEAVER_BLAS_ARCHIVE libblas.a PATH_SUFFIXES blas)
find_library(CODEWEAVER_LAPACK_ARCHIVE liblapack.a PATH_SUFFIXES lapack)
find_library(CODEWEAVER_GFORTRAN NAMES gfortran libgfortran.so.5)  # run-time library of both archives
if(CODEWEAVER_BLAS_ARCHIVE AND CODEWEAVER_LAPACK_ARCHIVE AND CODEWEAVER_GFORTRAN)
  set_target_properties(faiss PROPERTIES INTERFACE_LINK_LIBRARIES
    "OpenMP::OpenMP_CXX;${CODEWEAVER_LAPACK_ARCHIVE};${CODEWEAVER_BLAS_ARCHIVE};${CODEWEAVER_GFORTRAN};Threads::Threads;m")
else()
  message(STATUS "libblas.a, liblapack.a or libgfortran is missing: linking the shared BLAS, so programs will start more slowly")
endif()
