# SPDX-FileCopyrightText: 2026 The weft authors
# SPDX-License-Identifier: BSL-1.0

# Looks for a package; when it is not installed and WEFT_FETCH_DEPENDENCIES is on, fetches it.
# Afterwards `target` exists or it does not: who needs it asks `if(TARGET ...)`.
function(weft_dependency package target repository tag)
  find_package(${package} QUIET)
  if(NOT TARGET ${target} AND WEFT_FETCH_DEPENDENCIES)
    message(STATUS "weft: fetching ${package} ${tag}")
    include(FetchContent)
    FetchContent_Declare(${package}
      GIT_REPOSITORY https://github.com/${repository}.git GIT_TAG ${tag} GIT_SHALLOW ON SYSTEM)
    FetchContent_MakeAvailable(${package})
    list(APPEND WEFT_FETCHED ${package})
    set(WEFT_FETCHED ${WEFT_FETCHED} PARENT_SCOPE)
  endif()
  if(NOT TARGET ${target})
    message(STATUS "weft: ${package} not found, going on without it")
  endif()
endfunction()

find_package(Boost 1.81 REQUIRED)
find_package(Threads REQUIRED)

weft_dependency(Eigen3 Eigen3::Eigen libeigen/eigen 3.4.0)
weft_dependency(range-v3 range-v3::range-v3 ericniebler/range-v3 0.12.0)
weft_dependency(nlohmann_json nlohmann_json::nlohmann_json nlohmann/json v3.11.3)
if(WEFT_BUILD_TESTS)
  weft_dependency(Catch2 Catch2::Catch2 catchorg/Catch2 v3.5.2)
endif()
if(WEFT_BUILD_EXAMPLES OR WEFT_BUILD_TESTS)
  weft_dependency(CLI11 CLI11::CLI11 CLIUtils/CLI11 v2.3.2)
  weft_dependency(fmt fmt::fmt fmtlib/fmt 10.2.1)
endif()
if(WEFT_BUILD_BENCH OR WEFT_BUILD_TESTS)
  set(BENCHMARK_ENABLE_TESTING OFF)
  weft_dependency(benchmark benchmark::benchmark google/benchmark v1.8.3)
endif()
