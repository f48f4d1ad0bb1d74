import Exchange
import System

/// Answers programs that say where they want a dragged file to be written (XDS).
///
/// The address stands in a property of the source's window; before the drop it holds the file's name alone.
struct DirectSave {
  private var readings: [(request: SelectionRequest, reply: ReplyTicket<PropertyValue?>)] = []
  private let saved = Mailbox<(request: SelectionRequest, isSaved: Bool)>()

  /// Whether a program has been told that its file is there.
  var hasSaved = false

  /// Signals when a file has been written, for `advance`.
  var wakeUp: WakeUp { saved.wakeUp }

  /// Takes a request for the target `XdndDirectSave0`.
  mutating func take(
    _ request: SelectionRequest, of window: XWindow, _ names: DragNames, on connection: inout XConnection
  ) {
    readings.append(
      (request, connection.readProperty(names.directSave, of: window, limit: 1 << 12, delete: false)))
  }

  /// Goes on with what has arrived; true if there was anything.
  mutating func advance(_ thing: Draggable, on connection: inout XConnection) -> Bool {
    var progress = false
    for index in readings.indices.reversed() {
      var address: [UInt8] = []
      switch connection.reply(to: readings[index].reply) {
      case .pending: continue
      case .failed: break
      case .value(let value): if let value, value.format == 8 { address = value.bytes }
      }
      let request = readings.remove(at: index).request
      progress = true
      // PCManFM ends it with a NUL.
      while address.last == 0 { address.removeLast() }
      guard address.starts(with: Array("file:".utf8)) else {
        answer(request, isSaved: false, &connection)
        continue
      }
      let (saved, place) = (saved, address)
      let isRunning = startThread { saved.post((request, thing.save(place))) }
      if !isRunning { answer(request, isSaved: false, &connection) }
    }
    for (request, isSaved) in saved.take() {
      if isSaved { hasSaved = true }
      answer(request, isSaved: isSaved, &connection)
      progress = true
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
