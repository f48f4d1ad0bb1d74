import Exchange
import System

extension DragLoop {
  /// Moves of the pointer that are no drag yet.
  private static let threshold = 4

  mutating func follow(_ event: XEvent, _ now: MonotonicTime) {
    switch event {
    case .pointerMoved(let pointer):
      if let press {
        guard isFar(pointer.root, from: press.place) else { return }
        // A target that has not said that it is done with the last one has no claim on the next.
        if machine?.isDropped == true { conclude(.unanswered, now) }
        guard machine == nil, end == nil else { return }
        self.press = nil
        beginFromWindow(press.row, pointer)
      } else if machine != nil, releaseTime == nil {
        look(at: pointer.root, pointer.time)
      }
    case .buttonPressed(.first, let pointer):
      guard end == nil, let panel, pointer.window == panel.window, let row = panel.row(at: pointer.place)
      else { return }
      press = (row, pointer.root)
      // The end of the drag before may take the pointer away from this press, which came while it still held it.
      _ = connection.grabPointer(on: panel.window, cursor: 0, time: pointer.time)
    case .buttonReleased(.first, let pointer):
      press = nil
      guard machine?.isDropped == false, releaseTime == nil else {
        if panel != nil { release(pointer.time) }
        return
      }
      releaseTime = pointer.time
      look(at: pointer.root, pointer.time)
      release(pointer.time)
    case .buttonReleased(.third, _): tell(.cancelled, now)
    case .keyPressed(let key, let time):
      guard escapes.contains(key) else { return }
      pointer.time = time
      tell(.cancelled, now)
    default: break
    }
  }

  /// Gives the pointer back, unless the next press in a window has taken it since.
  mutating func release(_ time: XTimestamp) {
    guard press == nil else { return }
    connection.ungrab(asOf: panel == nil ? .current : time)
  }

  private func isFar(_ place: XPoint, from other: XPoint) -> Bool {
    max(abs(place.x - other.x), abs(place.y - other.y)) >= Self.threshold
  }

  private mutating func beginFromWindow(_ row: Int, _ pointer: XPointerEvent) {
    guard let panel else { return }
    // The press holds the pointer already; this gives it its looks, and Escape. Nothing depends on the answers.
    let cursor = cursors[.carrying] ?? 0
    _ = connection.grabPointer(on: panel.window, cursor: cursor, time: pointer.time)
    _ = connection.grabKeyboard(on: panel.window, time: pointer.time)
    begin(row, at: pointer.root, pointer.time)
    showRows()
  }

  /// Looks what is under the pointer; one question is under way at a time.
  mutating func look(at place: XPoint, _ time: XTimestamp) {
    pointer = (place, time)
    isPointerBehind = search != nil
    if search == nil { search = TargetSearch(at: place, time, names: names, on: &connection) }
  }
}
