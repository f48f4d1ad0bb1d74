import CX11
import Glibc

extension RawClient {
  /// Makes the server tell of a monitor of this name (RandR 1.5, RRSetMonitor).
  public func addMonitor(_ name: String) {
    let (size, millimetres) = (UInt32(64 | 64 << 16), UInt32(17))
    var words: [UInt32] = [0, root, atom(name), 0, 0, size, millimetres, millimetres]
    var request = xcb_protocol_request_t(count: 1, ext: pb_monitors_extension(), opcode: 43, isvoid: 1)
    words.withUnsafeMutableBytes { words in
      // XCB wants two places before the first part for itself.
      var parts = [iovec(), iovec(), iovec(iov_base: words.baseAddress, iov_len: words.count)]
      parts.withUnsafeMutableBufferPointer { parts in
        _ = xcb_send_request(connection, 0, parts.baseAddress.map { $0 + 2 }, &request)
      }
    }
    sync()
  }
}
