import Exchange
import System

extension Backend {
  /// The first that is present here and has drag and drop; nil if none has.
  static var presentForDragging: Backend? { all.first { $0.dragAndDrop != nil && $0.isPresent() } }

  /// The drag and drop of a backend, or of the first that is present here and has it.
  static func dragAndDrop(of backend: Backend?) throws(PasteboardError) -> DragAndDrop {
    if let dragAndDrop = (backend ?? presentForDragging)?.dragAndDrop { return dragAndDrop }
    if let backend { throw PasteboardError(.display, "\(backend.name) has no drag and drop") }
    let place =
      Environment.value("WAYLAND_DISPLAY") == nil ? "a desktop's terminal has it" : "Xwayland sets it"
    throw PasteboardError(
      .display, "drag and drop goes through an X display, and DISPLAY is not set: \(place)")
  }
}
