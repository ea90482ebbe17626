# SPDX-FileCopyrightText: 2026 The weft authors
# SPDX-License-Identifier: BSL-1.0
if(WEFT_FETCHED)
  message(STATUS "weft: no install rules, since these were fetched: ${WEFT_FETCHED}")
  return()
endif()

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(weft_package_dir ${CMAKE_INSTALL_DATADIR}/cmake/weft)

list(TRANSFORM weft_libraries PREPEND weft_ OUTPUT_VARIABLE weft_targets)
install(TARGETS ${weft_targets} EXPORT weftTargets FILE_SET HEADERS)
install(EXPORT weftTargets NAMESPACE weft:: DESTINATION ${weft_package_dir})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/weftConfig.cmake.in
  ${PROJECT_BINARY_DIR}/weftConfig.cmake INSTALL_DESTINATION ${weft_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/weftConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES
  ${PROJECT_BINARY_DIR}/weftConfig.cmake ${PROJECT_BINARY_DIR}/weftConfigVersion.cmake
  DESTINATION ${weft_package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
