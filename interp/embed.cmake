# embed(NAME CONSTANT FILE) gives the room a constant, coreecs::embedded::CONSTANT, with the text of a file.
function(embed name constant file)
  file(READ ${file} text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded/${constant}.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT "#include <string_view>
namespace coreecs::embedded {
extern const std::string_view @constant@;
const std::string_view @constant@ = R\"_(@text@)_\";
}
")
  target_sources(coreecs_${name} PRIVATE ${source})
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
    COMPILE_OPTIONS -Wno-overlength-strings)  # the standard asks for 65,536 characters only
endfunction()
