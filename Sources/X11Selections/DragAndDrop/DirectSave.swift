import Exchange
import System

/// Answers programs that say where they want a dragged file to be written (XDS).
///
/// The address stands in a property of the source's window; before the drop it holds the file's name alone.
struct DirectSave {
  private var readings: [(request: SelectionRequest, reply: ReplyTicket<PropertyValue?>)] = []
  private let saved = Mailbox<(request: SelectionRequest, address: [UInt8], isSaved: Bool)>()

  /// The address at which the file of this drop was saved; nil before.
  private var address: [UInt8]?
  /// Whether something was dropped: before, no program may have a file written.
  private var isDropped = false
  /// Whether a file is being written.
  private var isSaving = false

  /// Whether a program has been told that its file is there.
  var hasSaved: Bool { address != nil }

  /// Begins another drag.
  mutating func begin() { (address, isDropped) = (nil, false) }

  /// Allows the program that got the drop to have the file written.
  mutating func allow() { isDropped = true }

  /// Signals when a file has been written, for `advance`.
  var wakeUp: WakeUp { saved.wakeUp }

  /// Takes a request for the target `XdndDirectSave0`.
  mutating func take(
    _ request: SelectionRequest, of window: XWindow, _ names: DragNames, on connection: inout XConnection
  ) {
    readings.append(
      (request, connection.readProperty(names.directSave, of: window, limit: 1 << 12, delete: false)))
  }

  /// Continues with what has arrived; true if there was anything. One file is written for a drop.
  mutating func advance(_ thing: Draggable, on connection: inout XConnection) -> Bool {
    var progress = false
    for (request, address, isSaved) in saved.take() {
      isSaving = false
      if isSaved { self.address = address }
      answer(request, isSaved: isSaved, &connection)
      progress = true
    }
    while !isSaving, let reading = readings.first {
      var address: [UInt8] = []
      switch connection.reply(to: reading.reply) {
      case .pending: return progress
      case .failed: break
      case .value(let value): if let value, value.format == 8 { address = value.bytes }
      }
      readings.removeFirst()
      progress = true
      // PCManFM ends it with a NUL.
      while address.last == 0 { address.removeLast() }
      guard isDropped, self.address == nil, address.starts(with: Array("file:".utf8)) else {
        answer(reading.request, isSaved: isDropped && address == self.address, &connection)
        continue
      }
      isSaving = startThread { [saved, address] in saved.post((reading.request, address, thing.save(address)))
      }
      if !isSaving { answer(reading.request, isSaved: false, &connection) }
    }
    return progress
  }

  /// `S` for saved; after `F` the program fetches the bytes and writes them itself.
  private func answer(_ request: SelectionRequest, isSaved: Bool, _ connection: inout XConnection) {
    let property = request.property == .none ? request.target : request.property
    let letter = UInt8(ascii: isSaved ? "S" : "F")
    connection.changeProperty(
      property, of: request.requestor, to: PropertyValue(type: request.target, format: 8, bytes: [letter]))
    connection.notify(request, property: property)
  }
}
