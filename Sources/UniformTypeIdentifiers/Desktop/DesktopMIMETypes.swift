/// What the desktop's MIME database says of a MIME type.
package enum DesktopMIMETypes {
  /// The names of a type, first that of which the others are aliases.
  package static func names(of type: String) -> [String] {
    let name = type.lowercased()
    let canonical = MIMEDatabase.current.canonicalName(of: name)
    return [canonical] + MIMEDatabase.current.synonyms(of: name).filter { $0 != canonical }
      + (canonical == name ? [] : [name])
  }

  /// The names of the types that a type is a subclass of, the nearest first; all content is bytes at least.
  package static func ancestors(of type: String) -> [String] {
    let ancestors = MIMEDatabase.current.ancestors(of: type.lowercased())
      .filter { $0 != "application/octet-stream" }.flatMap { names(of: $0) }
    return type.hasPrefix("inode/") ? ancestors : ancestors + ["application/octet-stream"]
  }

  /// The MIME types of content of a type, what the desktop calls it among them.
  package static func names(of type: UTType) -> [String] {
    var names: [String] = []
    for tag in type.exchangedMIMETypes + type.desktopMIMETypes {
      for name in Self.names(of: String(tag.prefix { $0 != ";" })) where !names.contains(name) {
        names.append(name)
      }
    }
    return names
  }
}
