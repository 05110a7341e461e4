/* The style sheets and scripts of assets/, as strings: the build turns the files into C
 * (assets/embed.cmake), so that each page can carry what it needs. */
#ifndef HEAPABS_REPORT_ASSETS_H
#define HEAPABS_REPORT_ASSETS_H

extern const char ha_asset_page_css[], ha_asset_page_js[];
extern const char ha_asset_source_css[], ha_asset_picture_css[];
extern const char ha_asset_finding_css[], ha_asset_finding_js[];
extern const char ha_asset_function_css[];
extern const char ha_asset_index_css[], ha_asset_index_js[];

#endif
