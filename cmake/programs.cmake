# SPDX-FileCopyrightText: 2026 The weft authors
# SPDX-License-Identifier: BSL-1.0

# Adds a program from its sources. It links weft::weft, or what the first source asks for in a line
# `// link: weft::observe CLI11::CLI11`. Sets `<target>_MISSING` to what it asks for and is not here;
# then there is no such target.
function(weft_add_program target)
  list(GET ARGN 0 first)
  file(STRINGS ${first} lines REGEX "^// link: ")
  string(REGEX REPLACE "// link: " "" links "${lines}")
  separate_arguments(links UNIX_COMMAND "${links}")
  if(NOT links)
    set(links weft::weft)
  endif()
  set(packages_of_weft::values Eigen3::Eigen)
  set(packages_of_weft::observe range-v3::range-v3 nlohmann_json::nlohmann_json)
  set(packages_of_weft::bench benchmark::benchmark)
  set(missing "")
  foreach(link IN LISTS links)
    foreach(needed IN LISTS link packages_of_${link})
      if(NOT TARGET ${needed})
        list(APPEND missing ${needed})
      endif()
    endforeach()
  endforeach()
  set(${target}_MISSING "${missing}" PARENT_SCOPE)
  if(missing)
    message(STATUS "weft: without ${target}, which needs ${missing}")
    return()
  endif()
  add_executable(${target} ${ARGN})
  target_link_libraries(${target} PRIVATE ${links})
endfunction()

# Adds a test that runs a target with the arguments after `golden` and compares what it prints.
# WEFT_UPDATE_GOLDENS=1 in the environment of ctest writes the golden file instead.
function(weft_add_golden_test name target golden)
  add_test(NAME ${name}
    COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/support/golden.py ${golden}
      $<TARGET_FILE:${target}> ${ARGN}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
endfunction()
