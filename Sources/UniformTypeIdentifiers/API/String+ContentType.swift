/// File names for types, on paths. Source: Apple's extensions of `NSString` in UniformTypeIdentifiers.
extension String {
  /// The path with a last component added that has an extension of a type.
  ///
  /// An extension that the type, or a type below it, has is kept; else the preferred one is added:
  /// `puppy.jpg` as plain text becomes `puppy.jpg.txt`.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> String {
    let name = partialName.appendingPathExtension(for: contentType)
    if isEmpty { return name }
    return hasSuffix("/") ? self + name : self + "/" + name
  }

  /// The path with the preferred extension of a type added, unless it has one that fits already; for a type without one,
  /// that of the nearest type above: UTF-8 text is a file with `txt`.
  public func appendingPathExtension(for contentType: UTType) -> String {
    if let present = pathExtension,
      UTType(filenameExtension: present, conformingTo: contentType)?.isDeclared == true
        || contentType.tags[.filenameExtension]?.contains(where: { $0.lowercased() == present.lowercased() })
          == true
    {
      return self
    }
    guard let preferred = contentType.inheritedFilenameExtension else { return self }
    return self + "." + preferred
  }

  /// What follows the last period of the last component, if there is something before the period.
  private var pathExtension: String? {
    let name = utf8.split(separator: UInt8(ascii: "/")).last ?? self[...].utf8
    guard let period = name.lastIndex(of: UInt8(ascii: ".")), period != name.startIndex else { return nil }
    let extensionText = String(name[name.index(after: period)...]) ?? ""
    return extensionText.isEmpty ? nil : extensionText
  }
}

extension UTType {
  /// The preferred extension of the type, else of the nearest type above it that has one.
  fileprivate var inheritedFilenameExtension: String? {
    var (types, index) = ([self], 0)
    while index < types.count {
      if let preferred = types[index].preferredFilenameExtension { return preferred }
      for type in types[index].directSupertypes where !types.contains(type) { types.append(type) }
      index += 1
    }
    return nil
  }
}
