# SPDX-FileCopyrightText: 2026 The weft authors
# SPDX-License-Identifier: BSL-1.0

# `c++ -std=c++20 -Iinclude file.cpp` is all that a program on weft/weft.hpp needs.
cmake_path(SET root NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../..)
set(program ${BUILD_DIR}/one_command_kernel)
execute_process(
  COMMAND ${CXX} -std=c++20 -Iinclude tests/consumer/kernel.cpp -o ${program}
  WORKING_DIRECTORY ${root} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${program} COMMAND_ERROR_IS_FATAL ANY)
