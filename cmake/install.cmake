include(CMakePackageConfigHelpers)
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/CoreECS)

install(TARGETS coreecs_semantics coreecs_interp EXPORT CoreECSTargets)
install(TARGETS coreecs)
foreach(layer semantics interp)
  install(DIRECTORY ${layer}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/coreecs/${layer}
    FILES_MATCHING PATTERN "*.hpp" PATTERN "cli*" EXCLUDE)
endforeach()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES specs/program.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/coreecs)

install(EXPORT CoreECSTargets NAMESPACE CoreECS:: DESTINATION ${config_dir})
write_basic_package_version_file(CoreECSConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/CoreECSConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/CoreECSConfigVersion.cmake DESTINATION ${config_dir})
