import Exchange
import Pasteboard
import System
import UniformTypeIdentifiers

/// The backend that the options name, or the one that is there.
func backend(_ arguments: Arguments) throws(Failure) -> Backend {
  var backend = try namedBackend(arguments)
  if let shown = arguments[BackendSection.Key.shownOnWayland] {
    backend = backend.showing(try TypeName.types(shown))
  }
  // Programs of GNOME are those of Wayland.
  let section = backend.name == "gnome" ? "wayland" : backend.name
  guard let hidden = arguments[BackendSection.Key(hiddenOn: section)] else { return backend }
  return backend.hiding(try TypeName.types(hidden))
}

private func namedBackend(_ arguments: Arguments) throws(Failure) -> Backend {
  guard let name = arguments[.backend], name != "auto" else { return try present(arguments) }
  guard let backend = Backend.all.first(where: { $0.name == name }) else {
    let names = Backend.all.map(\.name).joined(separator: ", ")
    throw Failure("--backend must be one of auto, \(names), not '\(name)'")
  }
  return backend
}

/// The backend that is there, looked for no longer than the person waits.
private func present(_ arguments: Arguments) throws(Failure) -> Backend {
  guard let limit = try seconds(arguments[.timeout], option: "--timeout"), CommandDeadline.isOpen else {
    return presentOrNamed()
  }
  CommandDeadline.set(.now + limit)
  defer { CommandDeadline.set(.never) }
  return presentOrNamed()
}

/// The backend that is there; a warning if PB_SOCKET names another clipboard, which cannot be reached.
private func presentOrNamed() -> Backend {
  let present = Backend.current
  // The socket comes first only if PB_SOCKET names it.
  if let first = Backend.all.first, first.name == "socket", present.name != "socket",
    let problem = first.statusDescription()
  {
    let place = present.place.isEmpty ? "" : " (\(present.place))"
    let end = problem.hasSuffix(".") ? "" : "."
    Output.warn("\(problem)\(end) Instead, pb uses \(present.name)\(place).")
  }
  return present
}

/// The pasteboard that the options name.
func pasteboardName(_ arguments: Arguments) throws(Failure) -> PasteboardName {
  guard let name = arguments[.pasteboard] else { return .general }
  if let meant = Suggestion.slip(name, of: PasteboardName.knownNames) {
    throw Failure(
      "unknown pasteboard '\(name)'. Did you mean \(meant)?")
  }
  return try Failure.wrapping { () throws(PasteboardError) in try PasteboardName(name) }
}

/// A time that an option gives in seconds; nil if it was not given.
func seconds(_ value: String?, option: String) throws(Failure) -> Duration? {
  guard let value else { return nil }
  guard let number = Double(value), number > 0 else {
    throw Failure("\(option) must be a number of seconds above 0, not '\(value)'")
  }
  guard number <= 86_400_000 else {
    throw Failure("\(option) must be at most 86400000 seconds (1000 days), not '\(value)'")
  }
  return .seconds(number)
}
