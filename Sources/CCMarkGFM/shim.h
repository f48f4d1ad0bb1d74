#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>

// The library exports the node types of its extensions, but installs no header that declares them.
extern const cmark_node_type CMARK_NODE_TABLE;
extern const cmark_node_type CMARK_NODE_TABLE_ROW;
extern const cmark_node_type CMARK_NODE_TABLE_CELL;
extern const cmark_node_type CMARK_NODE_STRIKETHROUGH;
