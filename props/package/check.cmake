# Installs BUILD into SCRATCH, sees that the documents of the command line are there, then configures, builds and runs the outside project beside this file against it.
file(REMOVE_RECURSE ${SCRATCH})
foreach(step
    "--install;${BUILD};--prefix;${SCRATCH}/prefix"
    "-S;${CMAKE_CURRENT_LIST_DIR};-B;${SCRATCH}/build;-G;${GENERATOR};-DCMAKE_PREFIX_PATH=${SCRATCH}/prefix;-DCMAKE_CXX_COMPILER=${COMPILER};-DCMAKE_CXX_FLAGS=${FLAGS}"
    "--build;${SCRATCH}/build;--target;run")
  execute_process(COMMAND ${CMAKE_COMMAND} ${step} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
foreach(document man/man1/coreecs.1 bash-completion/completions/coreecs zsh/site-functions/_coreecs
    fish/vendor_completions.d/coreecs.fish)
  file(READ ${SCRATCH}/prefix/share/${document} text)
  if(NOT text MATCHES "linearizations")
    message(FATAL_ERROR "${document} does not know the commands")
  endif()
endforeach()
