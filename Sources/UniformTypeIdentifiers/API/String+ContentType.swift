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

  /// The path with the preferred extension of a type added, unless it has one that fits already.
  public func appendingPathExtension(for contentType: UTType) -> String {
    if let present = pathExtension,
      UTType(filenameExtension: present, conformingTo: contentType)?.isDeclared == true
        || contentType.tags[.filenameExtension]?.contains(where: { $0.lowercased() == present.lowercased() })
          == true
    {
      return self
    }
    guard let preferred = contentType.preferredFilenameExtension else { return self }
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
