package import Exchange
import System

extension Backend {
  /// The first that is present here and has drag and drop.
  package static func forDragging() throws(PasteboardError) -> DragAndDrop {
    let present = all.first { $0.dragAndDrop != nil && $0.isPresent() }
    if let dragAndDrop = present?.dragAndDrop { return dragAndDrop }
    let place =
      Environment.value("WAYLAND_DISPLAY") == nil ? "a desktop's terminal has it" : "Xwayland sets it"
    throw PasteboardError(
      .display, "drag and drop goes through an X display, and DISPLAY is not set: \(place)")
  }
}
