# Packs BUILD as cpack does, installs each package below SCRATCH, runs what it installed and looks for its documents; then
# configures, builds and runs the outside project beside this file against what the archive has.
file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH}/tar ${SCRATCH}/deb/var/lib/dpkg/info ${SCRATCH}/deb/var/lib/dpkg/updates)
file(TOUCH ${SCRATCH}/deb/var/lib/dpkg/status)

function(step folder)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${folder} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(packed generator pattern out)
  step(${SCRATCH} ${PACK} -G ${generator} --config ${BUILD}/CPackConfig.cmake -B ${SCRATCH})
  file(GLOB file ${SCRATCH}/${pattern})
  set(${out} ${file} PARENT_SCOPE)
endfunction()

function(check_prefix prefix)
  step(${SCRATCH} ${prefix}/bin/coreecs run ${CMAKE_CURRENT_LIST_DIR}/../../examples/toy_physics.json)
  foreach(document man/man1/coreecs.1 bash-completion/completions/coreecs zsh/site-functions/_coreecs
      fish/vendor_completions.d/coreecs.fish)
    file(READ ${prefix}/share/${document} text)
    if(NOT text MATCHES "linearizations")
      message(FATAL_ERROR "${document} does not know the commands")
    endif()
  endforeach()
endfunction()

packed(TGZ "*.tar.gz" archive)
step(${SCRATCH}/tar ${CMAKE_COMMAND} -E tar xf ${archive})
file(GLOB prefix ${SCRATCH}/tar/*)
check_prefix(${prefix})

find_program(DPKG dpkg)
if(DPKG)
  packed(DEB "*.deb" package)
  step(${SCRATCH} ${DPKG} --root=${SCRATCH}/deb --force-not-root --force-bad-path --force-depends --install ${package})
  check_prefix(${SCRATCH}/deb/usr)
endif()

step(${SCRATCH} ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B build -G ${GENERATOR} -D CMAKE_PREFIX_PATH=${prefix}
  -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS})
step(${SCRATCH} ${CMAKE_COMMAND} --build build --target run)

find_path(ENTT_INCLUDE entt/entt.hpp)  # where EnTT is known, its adapter is an outside project, too
if(ENTT_INCLUDE)
  step(${SCRATCH} ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/../../examples/oracle/entt -B entt -G ${GENERATOR}
    -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS}
    -D ENTT_INCLUDE=${ENTT_INCLUDE})
  step(${SCRATCH} ${CMAKE_COMMAND} --build entt)
  step(${SCRATCH}/entt ./entt_conforms)
endif()
