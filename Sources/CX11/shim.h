// XCB speaks the protocol; Xlib is here for compound text alone.
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <xcb/xcb.h>
#include <xcb/xfixes.h>
