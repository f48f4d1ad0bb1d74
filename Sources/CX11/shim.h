// XCB speaks the protocol; Xlib is here for compound text alone.
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <xcb/bigreq.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>
#include <xcb/xfixes.h>

// Swift takes XCB's extension structures for shared mutable state; their addresses are all that is wanted.
static inline xcb_extension_t *pb_xfixes_extension(void) { return &xcb_xfixes_id; }
static inline xcb_extension_t *pb_big_requests_extension(void) { return &xcb_big_requests_id; }
