# SPDX-FileCopyrightText: 2026 The weft authors
# SPDX-License-Identifier: BSL-1.0

# The libraries, all header-only:
#   weft::model    what the machine is; no Asio
#   weft::weft     everything that weft/weft.hpp reaches
#   weft::values   adds what computes real numbers (Eigen)
#   weft::observe  adds analysis and exporters (range-v3, nlohmann JSON)
#   weft::bench    adds the adapter for Google Benchmark
# A library is named here whether or not its packages are installed; linking it needs them.

set(weft_libraries model weft values observe bench)
foreach(library IN LISTS weft_libraries)
  add_library(weft_${library} INTERFACE)
  add_library(weft::${library} ALIAS weft_${library})
  set_target_properties(weft_${library} PROPERTIES EXPORT_NAME ${library})
endforeach()

target_compile_features(weft_model INTERFACE cxx_std_20)
target_link_libraries(weft_model INTERFACE Boost::headers)
target_link_libraries(weft_weft INTERFACE weft_model Threads::Threads)
target_link_libraries(weft_values INTERFACE weft_weft Eigen3::Eigen)
target_link_libraries(weft_observe INTERFACE weft_weft range-v3::range-v3 nlohmann_json::nlohmann_json)
target_link_libraries(weft_bench INTERFACE weft_weft benchmark::benchmark)

# A header belongs to the library whose packages its includes reach, so no list of headers is kept.

# Sets `result` to the third-party include folders that a header reaches through weft's own headers.
function(weft_reached_folders header result)
  get_property(known GLOBAL PROPERTY weft_reached_${header} SET)
  if(NOT known)
    set_property(GLOBAL PROPERTY weft_reached_${header} "")  # ends a cycle
    set(folders "")
    file(STRINGS ${PROJECT_SOURCE_DIR}/include/${header} lines REGEX "^ *# *include *<[^>]+/")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE ".*<([^>]+)>.*" "\\1" included "${line}")
      if(NOT included MATCHES "^weft/")
        string(REGEX REPLACE "/.*" "" folder ${included})
        list(APPEND folders ${folder})
      elseif(EXISTS ${PROJECT_SOURCE_DIR}/include/${included})
        weft_reached_folders(${included} deeper)
        list(APPEND folders ${deeper})
      endif()
    endforeach()
    list(REMOVE_DUPLICATES folders)
    set_property(GLOBAL PROPERTY weft_reached_${header} "${folders}")
  endif()
  get_property(folders GLOBAL PROPERTY weft_reached_${header})
  set(${result} "${folders}" PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE weft_headers RELATIVE ${PROJECT_SOURCE_DIR}/include CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/include/weft/*.hpp)
foreach(header IN LISTS weft_headers)
  weft_reached_folders(${header} folders)
  if("benchmark" IN_LIST folders)
    set(library bench)
  elseif("range" IN_LIST folders OR "nlohmann" IN_LIST folders)
    set(library observe)
  elseif("Eigen" IN_LIST folders)
    set(library values)
  elseif(header MATCHES "^weft/(core|model)[/.]")
    set(library model)
  else()
    set(library weft)
  endif()
  target_sources(weft_${library} INTERFACE
    FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include
    FILES ${PROJECT_SOURCE_DIR}/include/${header})
endforeach()

# `cmake --build DIR --target all_verify_interface_header_sets` compiles every header on its own,
# in the libraries whose packages are here.
foreach(library IN LISTS weft_libraries)
  set(verify ON)
  if((library STREQUAL "values" AND NOT TARGET Eigen3::Eigen)
      OR (library STREQUAL "observe"
        AND NOT (TARGET range-v3::range-v3 AND TARGET nlohmann_json::nlohmann_json))
      OR (library STREQUAL "bench" AND NOT TARGET benchmark::benchmark))
    set(verify OFF)
  endif()
  set_target_properties(weft_${library} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ${verify})
endforeach()
