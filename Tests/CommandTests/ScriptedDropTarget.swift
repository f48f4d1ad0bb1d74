import TestSupport

/// A program onto which something is dragged, with the habits of one or another.
final class ScriptedDropTarget {
  let client: RawClient
  let window: UInt32
  private let frame: UInt32
  private let place: (x: Int, y: Int)
  private var step = 0
  /// The window of the source, once the drag has come in.
  private(set) var source: UInt32 = 0
  private(set) var version: UInt32 = 0

  /// - Parameter version: nil for a window that knows nothing of drags.
  convenience init(
    on server: PrivateXServer, x: Int = 300, y: Int = 200, version: UInt32? = 5, windowClass: String? = nil
  ) throws {
    self.init(try RawClient(display: server.display), x: x, y: y, version: version, windowClass: windowClass)
  }

  init(_ client: RawClient, x: Int = 300, y: Int = 200, version: UInt32? = 5, windowClass: String? = nil) {
    self.client = client
    place = (x, y)
    frame = client.createVisibleWindow(x: x, y: y, width: 200, height: 150)
    // As window managers have it: the one that knows is in another.
    window = client.createVisibleWindow(x: 0, y: 0, width: 200, height: 150, in: frame)
    if let version {
      client.setProperty(client.atom("XdndAware"), of: window, type: client.atom("ATOM"), words: [version])
    }
    if let windowClass {
      client.setProperty(
        client.atom("WM_CLASS"), of: window, type: client.atom("STRING"),
        bytes: Array("a\0\(windowClass)\0".utf8))
    }
    client.sync()
  }

  /// Moves the pointer within the window, each time to another place.
  func moveInside() {
    step += 1
    client.movePointer(to: place.x + 50 + step % 50, place.y + 40)
  }

  func moveOutside() { client.movePointer(to: 20, 20) }

  /// Moves the pointer here until the drag comes in; returns the words of `XdndEnter`.
  @discardableResult
  func waitForEnter() throws -> [UInt32] {
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      moveInside()
      guard let words = try? client.waitForMessage("XdndEnter", timeout: .milliseconds(200)) else { continue }
      (source, version) = (words[0], words[1] >> 24)
      return words
    }
    throw RawClient.Failure(description: "no drag came in")
  }

  func waitForPosition(timeout: Duration = .seconds(5)) throws -> [UInt32] {
    try client.waitForMessage("XdndPosition", timeout: timeout)
  }

  func status(_ accepts: Bool, action: String = "XdndActionCopy") {
    let words = [window, accepts ? 1 : 0, 0, 0, accepts ? client.atom(action) : 0]
    client.send("XdndStatus", words, about: source)
  }

  /// Accepts each position until the drop comes; returns its time.
  func acceptUntilDrop() throws -> UInt32 {
    let (position, drop) = (client.atom("XdndPosition"), client.atom("XdndDrop"))
    while true {
      let event = try client.wait {
        if case .message(let type, _) = $0 { type == position || type == drop } else { false }
      }
      guard case .message(let type, let words) = event else { continue }
      if type == drop { return words[2] }
      status(true)
    }
  }

  func finish(_ isTaken: Bool = true, action: String = "XdndActionCopy") {
    client.send(
      "XdndFinished", [window, isTaken ? 1 : 0, isTaken ? client.atom(action) : 0, 0, 0], about: source)
  }

  /// The names of the types that the source lists.
  func types() -> [String] {
    client.property(client.atom("XdndTypeList"), of: source)?.words.compactMap(client.name) ?? []
  }

  /// The window of `pb drag`, once it is there.
  func windowOfSource() throws -> UInt32 {
    let title = Array("pb drag".utf8)
    var window: UInt32?
    _ = eventually {
      window = client.topWindows().first {
        client.isMapped($0) && client.property(client.atom("WM_NAME"), of: $0)?.bytes == title
      }
      return window != nil
    }
    guard let window else { throw RawClient.Failure(description: "pb drag has opened no window") }
    return window
  }

  func close() { client.destroyWindow(frame) }

  /// Takes the drag itself, so that the source need not wait for further questions.
  func takeOver() throws { try client.own("XdndSelection") }
}
