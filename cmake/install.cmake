# SPDX-FileCopyrightText: 2026 The weft authors
# SPDX-License-Identifier: BSL-1.0
if(WEFT_FETCHED)
  message(STATUS "weft: no install rules, since these were fetched: ${WEFT_FETCHED}")
  return()
endif()

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(weft_package_dir ${CMAKE_INSTALL_DATADIR}/cmake/weft)

# A set of targets for what needs Boost alone, and one for each library that needs a package more: so a project has
# weft::bench exactly where it has Google Benchmark.
install(TARGETS weft_model weft_weft EXPORT weftTargets FILE_SET HEADERS)
install(EXPORT weftTargets NAMESPACE weft:: DESTINATION ${weft_package_dir})
foreach(library IN ITEMS values observe bench)
  install(TARGETS weft_${library} EXPORT weft-${library} FILE_SET HEADERS)
  install(EXPORT weft-${library} NAMESPACE weft:: DESTINATION ${weft_package_dir})
endforeach()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/weftConfig.cmake.in
  ${PROJECT_BINARY_DIR}/weftConfig.cmake INSTALL_DESTINATION ${weft_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/weftConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES
  ${PROJECT_BINARY_DIR}/weftConfig.cmake ${PROJECT_BINARY_DIR}/weftConfigVersion.cmake
  DESTINATION ${weft_package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
