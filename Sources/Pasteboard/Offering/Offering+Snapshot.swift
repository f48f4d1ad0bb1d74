import Exchange
import UniformTypeIdentifiers

extension Offering {
  /// Offers what was read of a copy, as it was.
  mutating func add(_ copy: Snapshot) {
    for name in copy.names {
      guard let representation = copy.representations[name] else { continue }
      add(name, names.typeOrUndeclared(of: name), keep(Rendering { representation }))
    }
  }
}
