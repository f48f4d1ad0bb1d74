import Exchange
import UniformTypeIdentifiers

extension Offering {
  /// The marker under which there is what comes back after content that is there for a while.
  static let previousMarker = "application/x-pasteboard-previous"

  /// Gives what comes back afterwards to whoever asks for it under its marker.
  mutating func addPrevious(_ copy: Snapshot) {
    add(Self.previousMarker, nil, keep(Rendering(bytes: { KeptClipboard.encode(copy) })))
  }

  /// Offers what was read of a copy, as it was.
  mutating func add(_ copy: Snapshot) {
    for name in copy.names {
      guard let representation = copy.representations[name] else { continue }
      add(name, names.typeOrUndeclared(of: name), keep(Rendering { representation }))
    }
  }
}
