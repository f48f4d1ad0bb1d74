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
    // An owner of this project says which of it was copied.
    let copied = copy.representations[Self.sourceMarker].map(Paste.copiedTypes)
    for name in copy.names {
      guard let representation = copy.representations[name] else { continue }
      let type = names.typeOrUndeclared(of: name)
      let isConverted = type.flatMap { type in copied.map { !$0.contains(where: type.conforms) } } ?? false
      add(name, type, keep(Rendering { representation }), isConverted: isConverted)
    }
  }
}
