# cmake -DOUT=FILE.c -DASSETS="A;B" -P embed.cmake: each file as a C array of its bytes,
# `page.css` as ha_asset_page_css, ended by a zero.
set(text "/* Made from report/assets by embed.cmake. */\n#include \"${HEADER}\"\n")
foreach(asset ${ASSETS})
  get_filename_component(name ${asset} NAME)
  string(MAKE_C_IDENTIFIER ${name} name)
  file(READ ${asset} bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND text "const char ha_asset_${name}[] = {\n${bytes}0};\n")
endforeach()
file(WRITE ${OUT} "${text}")
