import CX11
import Exchange
import Glibc

/// A reply that is on its way; ask `XConnection` for it until it is there.
struct ReplyTicket<Value>: Hashable, Sendable {
  let sequence: UInt32
}

/// The state of a request that has a reply.
enum Reply<Value> {
  case pending
  /// The server refused: a window or an atom does not exist.
  case failed
  case value(Value)
}

struct WindowTree { var parent: XWindow, children: [XWindow] }

extension XConnection {
  // MARK: Requests with a reply

  mutating func internAtom(_ name: String, create: Bool) -> ReplyTicket<XAtom> {
    noteQuestion()
    var name = name
    return name.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        let length = UInt16(clamping: characters.count)
        let base = characters.baseAddress
        return ReplyTicket(
          sequence: unsafe xcb_intern_atom(handle, create ? 0 : 1, length, base).sequence)
      }
    }
  }

  mutating func atomName(_ atom: XAtom) -> ReplyTicket<String> {
    noteQuestion()
    return ReplyTicket(sequence: unsafe xcb_get_atom_name(handle, atom.rawValue).sequence)
  }

  mutating func selectionOwner(_ selection: XAtom) -> ReplyTicket<XWindow> {
    noteQuestion()
    return ReplyTicket(sequence: unsafe xcb_get_selection_owner(handle, selection.rawValue).sequence)
  }

  /// Reads a property, and deletes it if all of it fits into `limit` bytes.
  mutating func readProperty(
    _ property: XAtom, of window: XWindow, limit: Int, delete: Bool
  ) -> ReplyTicket<PropertyValue?> {
    noteQuestion()
    // The server counts bytes in 32 bits; more words than these make it forget the upper ones.
    let words = limit == 0 ? 0 : UInt32(min(limit / 4 + 1, 0x3FFF_FFFF))
    return ReplyTicket(
      sequence: unsafe xcb_get_property(
        handle, delete ? 1 : 0, window.rawValue, property.rawValue, 0, 0, words
      ).sequence)
  }

  mutating func queryTree(_ window: XWindow) -> ReplyTicket<WindowTree> {
    noteQuestion()
    return ReplyTicket(sequence: unsafe xcb_query_tree(handle, window.rawValue).sequence)
  }

  /// Asks which process on this machine a window's client is; nil if the server cannot tell.
  ///
  /// Blocks for the answer to a first look for the extension, unless `prepareClientProcesses` went before.
  mutating func clientProcess(of window: XWindow) -> ReplyTicket<Int32?>? {
    guard let data = unsafe xcb_get_extension_data(handle, pb_resource_extension()),
      unsafe data.pointee.present != 0
    else { return nil }
    noteQuestion()
    return ReplyTicket(sequence: unsafe pb_query_client_process(handle, window.rawValue))
  }

  mutating func prepareClientProcesses() {
    noteQuestion()
    unsafe xcb_prefetch_extension_data(handle, pb_resource_extension())
  }

  /// Asks ahead for the extensions that tell whether the server is Xwayland.
  mutating func prepareMonitors() {
    noteQuestion()
    unsafe xcb_prefetch_extension_data(handle, pb_xwayland_extension())
    unsafe xcb_prefetch_extension_data(handle, pb_monitors_extension())
  }

  /// Whether the server has an extension that only Xwayland has, and only newer ones (23.1).
  ///
  /// Blocks for the answer, unless `prepareMonitors` went before; so does `monitors`.
  var saysItIsXwayland: Bool {
    guard let data = unsafe xcb_get_extension_data(handle, pb_xwayland_extension()) else { return false }
    return unsafe data.pointee.present != 0
  }

  /// Asks for the names of the monitors; nil if the server knows none.
  mutating func monitors() -> ReplyTicket<[XAtom]>? {
    guard let data = unsafe xcb_get_extension_data(handle, pb_monitors_extension()),
      unsafe data.pointee.present != 0
    else { return nil }
    noteQuestion()
    return ReplyTicket(sequence: unsafe pb_query_monitors(handle, root.rawValue))
  }

  // MARK: Their replies

  func reply(to ticket: ReplyTicket<XAtom>) -> Reply<XAtom> {
    unsafe fetch(ticket) { XAtom(rawValue: unsafe $0.load(as: xcb_intern_atom_reply_t.self).atom) }
  }

  func reply(to ticket: ReplyTicket<String>) -> Reply<String> {
    unsafe fetch(ticket) { reply in
      let name = unsafe reply.assumingMemoryBound(to: xcb_get_atom_name_reply_t.self)
      let length = Int(unsafe xcb_get_atom_name_name_length(name))
      let bytes = unsafe UnsafeRawBufferPointer(start: xcb_get_atom_name_name(name), count: length)
      return unsafe String(decoding: bytes, as: UTF8.self)
    }
  }

  func reply(to ticket: ReplyTicket<XWindow>) -> Reply<XWindow> {
    unsafe fetch(ticket) { XWindow(rawValue: unsafe $0.load(as: xcb_get_selection_owner_reply_t.self).owner) }
  }

  /// nil: there is no such property.
  func reply(to ticket: ReplyTicket<PropertyValue?>) -> Reply<PropertyValue?> {
    var bytes: [UInt8] = []
    return switch reply(to: ticket, addingTo: &bytes) {
    case .pending: .pending
    case .failed: .failed
    case .value(nil): .value(nil)
    case .value(let part?):
      .value(PropertyValue(type: part.type, format: part.format, bytes: bytes, bytesAfter: part.bytesAfter))
    }
  }

  /// Does the same, and appends the bytes to others.
  func reply(
    to ticket: ReplyTicket<PropertyValue?>, addingTo bytes: inout [UInt8]
  ) -> Reply<PropertyPart?> {
    unsafe fetch(ticket) { reply in
      let property = unsafe reply.assumingMemoryBound(to: xcb_get_property_reply_t.self)
      let type = XAtom(rawValue: unsafe property.pointee.type)
      if type == .none { return nil }
      let count = Int(unsafe xcb_get_property_value_length(property))
      unsafe bytes.append(
        contentsOf: UnsafeRawBufferPointer(start: xcb_get_property_value(property), count: count))
      return unsafe PropertyPart(
        type: type, format: Int(property.pointee.format), byteCount: count,
        bytesAfter: Int(property.pointee.bytes_after))
    }
  }

  func reply(to ticket: ReplyTicket<WindowTree>) -> Reply<WindowTree> {
    unsafe fetch(ticket) { reply in
      let tree = unsafe reply.assumingMemoryBound(to: xcb_query_tree_reply_t.self)
      let count = Int(unsafe xcb_query_tree_children_length(tree))
      let children = unsafe UnsafeBufferPointer(start: xcb_query_tree_children(tree), count: count)
      return unsafe WindowTree(
        parent: XWindow(rawValue: tree.pointee.parent), children: children.map { XWindow(rawValue: $0) })
    }
  }

  /// nil: the client is on another machine, or gone.
  func reply(to ticket: ReplyTicket<Int32?>) -> Reply<Int32?> {
    unsafe fetch(ticket) { reply in
      // Behind the header of 32 bytes: the client, what is told of it, how many bytes that has, the process.
      let isTold =
        unsafe reply.load(fromByteOffset: 4, as: UInt32.self) >= 4
        && reply.load(fromByteOffset: 8, as: UInt32.self) >= 1
        && reply.load(fromByteOffset: 40, as: UInt32.self) == 4
      return isTold ? Int32(exactly: unsafe reply.load(fromByteOffset: 44, as: UInt32.self)) : nil
    }
  }

  func reply(to ticket: ReplyTicket<[XAtom]>) -> Reply<[XAtom]> {
    unsafe fetch(ticket) { reply in
      // Behind the header of 32 bytes, the length of which is in words, each has its name first, and at the end its
      // outputs.
      let end = 32 + 4 * Int(unsafe reply.load(fromByteOffset: 4, as: UInt32.self))
      var names: [XAtom] = []
      var start = 32
      while start + 24 <= end {
        names.append(XAtom(rawValue: unsafe reply.load(fromByteOffset: start, as: UInt32.self)))
        start += 24 + 4 * Int(unsafe reply.load(fromByteOffset: start + 6, as: UInt16.self))
      }
      return names
    }
  }

  @unsafe func fetch<Value, Decoded>(
    _ ticket: ReplyTicket<Value>, decode: (UnsafeMutableRawPointer) -> Decoded
  ) -> Reply<Decoded> {
    var reply: UnsafeMutableRawPointer?
    var error: UnsafeMutablePointer<xcb_generic_error_t>?
    if unsafe xcb_poll_for_reply(handle, ticket.sequence, &reply, &error) == 0 {
      return isLost ? .failed : .pending
    }
    defer {
      unsafe free(reply)
      unsafe free(error)
    }
    guard let reply = unsafe reply else { return .failed }
    return unsafe .value(decode(reply))
  }

  // MARK: Extensions and sizes

  /// Asks for the size of the largest request ahead, so that `maximumPropertyBytes` need not wait for it.
  ///
  /// In two steps, each in another round trip: first which extension it is, then what it allows.
  mutating func prepareLargeRequests() {
    noteQuestion()
    unsafe xcb_prefetch_extension_data(handle, pb_big_requests_extension())
  }

  mutating func negotiateLargeRequests() {
    noteQuestion()
    unsafe xcb_prefetch_maximum_request_length(handle)
  }

  /// Bytes that fit into a property in one request.
  ///
  /// A larger request would make XCB give up the connection. 28 bytes go to the header.
  var maximumPropertyBytes: Int {
    Int(unsafe xcb_get_maximum_request_length(handle)) * 4 - 28
  }

  /// Asks to be told of every change of a selection's owner.
  ///
  /// False without XFixes. Blocks for the answer to a first look for the extension, unless
  /// `prepareOwnerChanges` went before.
  mutating func observeOwner(of selection: XAtom, for window: XWindow) -> Bool {
    guard let data = unsafe xcb_get_extension_data(handle, pb_xfixes_extension()),
      unsafe data.pointee.present != 0
    else { return false }
    noteQuestion()
    // XFixes clients must ask for a version first: those of version 0 get no selection events.
    let version = unsafe xcb_xfixes_query_version(handle, 1, 0)
    unsafe xcb_discard_reply(handle, version.sequence)
    let mask =
      XCB_XFIXES_SELECTION_EVENT_MASK_SET_SELECTION_OWNER.rawValue
      | XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_WINDOW_DESTROY.rawValue
      | XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_CLIENT_CLOSE.rawValue
    unsafe xcb_xfixes_select_selection_input(handle, window.rawValue, selection.rawValue, mask)
    return true
  }

  mutating func prepareOwnerChanges() {
    noteQuestion()
    unsafe xcb_prefetch_extension_data(handle, pb_xfixes_extension())
  }
}

/// The attributes of a property that was read, without its bytes.
struct PropertyPart: Hashable, Sendable {
  var type: XAtom
  /// Bits per item: 8, 16 or 32.
  var format: Int
  var byteCount: Int
  /// Bytes of the property beyond those that were read.
  var bytesAfter: Int
}

/// The value of a window's property, with its type still an atom.
struct PropertyValue: Hashable, Sendable {
  var type: XAtom
  /// Bits per item: 8, 16 or 32.
  var format: Int
  var payload: Payload
  /// Bytes of the property beyond those that were read.
  var bytesAfter = 0

  /// A list of atoms, or of any other numbers of 32 bits.
  init(type: XAtom, words: some Sequence<UInt32>) {
    self.type = type
    format = 32
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * words.underestimatedCount)
    for word in words { unsafe withUnsafeBytes(of: word) { unsafe bytes.append(contentsOf: $0) } }
    payload = .plain(bytes)
  }

  init(type: XAtom, format: Int, bytes: [UInt8], bytesAfter: Int = 0) {
    self.init(type: type, format: format, .plain(bytes))
    self.bytesAfter = bytesAfter
  }

  init(type: XAtom, format: Int, _ payload: Payload) {
    self.type = type
    self.format = format
    self.payload = payload
  }

  var bytes: [UInt8] { payload.array }
  var byteCount: Int { payload.count }

  /// The items of a property of 32-bit items; nothing for other formats.
  var words: [UInt32] {
    guard format == 32 else { return [] }
    return stride(from: 0, to: bytes.count & ~3, by: 4).map { start in
      unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: start, as: UInt32.self) }
    }
  }
}
