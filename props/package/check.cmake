# Installs BUILD into SCRATCH, then configures, builds and runs the outside project beside this file against it.
file(REMOVE_RECURSE ${SCRATCH})
foreach(step
    "--install;${BUILD};--prefix;${SCRATCH}/prefix"
    "-S;${CMAKE_CURRENT_LIST_DIR};-B;${SCRATCH}/build;-G;${GENERATOR};-DCMAKE_PREFIX_PATH=${SCRATCH}/prefix;-DCMAKE_CXX_COMPILER=${COMPILER};-DCMAKE_CXX_FLAGS=${FLAGS}"
    "--build;${SCRATCH}/build;--target;run")
  execute_process(COMMAND ${CMAKE_COMMAND} ${step} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
