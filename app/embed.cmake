# The typefaces and the texts inside the program: whatwhere_assets.
include(${PROJECT_SOURCE_DIR}/core/embed.cmake)

# The first of the named typefaces that is installed.
macro(embed_font name)
  find_file(FONT_${name} NAMES ${ARGN}
            PATHS /usr/share/fonts/opentype/inter /usr/share/fonts/truetype/inter
                  /usr/share/fonts/truetype/jetbrains-mono /usr/share/fonts/truetype/dejavu
            NO_DEFAULT_PATH)
  if(FONT_${name})
    embed(font_${name} "${FONT_${name}}")
  else()
    message(WARNING "No typeface for ${name} (${ARGN}): using Dear ImGui's bitmap font instead")
    embed(font_${name} "")
  endif()
endmacro()

embed_begin()
embed_font(regular Inter-Regular.otf Inter-Regular.ttf DejaVuSans.ttf)
embed_font(strong Inter-SemiBold.otf Inter-SemiBold.ttf DejaVuSans-Bold.ttf)
embed_font(mono JetBrainsMono-Regular.ttf DejaVuSansMono.ttf)

file(GLOB text_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/texts/*.json)
set(text_list "")
foreach(file ${text_files})
  get_filename_component(name ${file} NAME_WE)
  string(MAKE_C_IDENTIFIER ${name} symbol)
  embed(text_${symbol} ${file})
  string(APPEND text_list "    EmbeddedText{\"${name}\", text_${symbol}()},\n")
endforeach()
string(APPEND embed_header
       "// A file of assets/texts: its name without the extension, and its bytes.\n"
       "struct EmbeddedText {\n  const char* name;\n  std::span<const unsigned char> bytes;\n};\n"
       "inline auto embedded_texts() {\n  return std::to_array<EmbeddedText>({\n${text_list}  });\n}\n")
embed_end(whatwhere_assets)
