// XCB speaks the protocol.
#include <sys/uio.h>
#include <xcb/bigreq.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>
#include <xcb/xfixes.h>

// Swift takes XCB's extension structures for shared mutable state; their addresses are all that is wanted.
static inline xcb_extension_t *pb_xfixes_extension(void) { return &xcb_xfixes_id; }
static inline xcb_extension_t *pb_big_requests_extension(void) { return &xcb_big_requests_id; }

// Of the X-Resource extension one request is wanted, too little for a library of its own.
static inline xcb_extension_t *pb_resource_extension(void) {
  static xcb_extension_t extension = {"X-Resource", 0};
  return &extension;
}

// XResQueryClientIds (X-Resource 1.2): which process on this machine the client of a window is. The server must have
// the extension. Returns the sequence number to fetch the reply with.
static inline unsigned int pb_query_client_process(xcb_connection_t *connection, uint32_t window) {
  struct { uint8_t major, minor; uint16_t length; uint32_t count, client, mask; } request = {0, 0, 0, 1, window, 2};
  xcb_protocol_request_t description = {1, pb_resource_extension(), 4, 0};
  // XCB uses the two parts before.
  struct iovec parts[3];
  parts[2].iov_base = &request;
  parts[2].iov_len = sizeof request;
  return xcb_send_request(connection, XCB_REQUEST_CHECKED, parts + 2, &description);
}

// RandR tells what Xwayland calls its outputs; newer ones have an extension that does nothing but say what they are.
static inline xcb_extension_t *pb_monitors_extension(void) {
  static xcb_extension_t extension = {"RANDR", 0};
  return &extension;
}
static inline xcb_extension_t *pb_xwayland_extension(void) {
  static xcb_extension_t extension = {"XWAYLAND", 0};
  return &extension;
}

// RRGetMonitors (RandR 1.5): the monitors of a window's screen. The server must have the extension; an older one refuses.
static inline unsigned int pb_query_monitors(xcb_connection_t *connection, uint32_t window) {
  struct { uint8_t major, minor; uint16_t length; uint32_t window, only_active; } request = {0, 0, 0, window, 0};
  xcb_protocol_request_t description = {1, pb_monitors_extension(), 42, 0};
  // XCB uses the two parts before.
  struct iovec parts[3];
  parts[2].iov_base = &request;
  parts[2].iov_len = sizeof request;
  return xcb_send_request(connection, XCB_REQUEST_CHECKED, parts + 2, &description);
}
