/// The parts of a target name of LibreOffice or OpenOffice: a MIME type with parameters.
///
///     application/x-openoffice-embed-source-xml;windows_formatname="Star Embed Source (XML)";typename="calc8"
struct OfficeTarget {
  /// The kind of content, without the words that all of these targets share.
  let title: String
  /// The program, as it calls itself or its documents.
  let program: String?

  /// Nil if the name is none of theirs.
  init?(_ target: String) {
    let parts = target.split(separator: ";")
    guard let type = parts.first, type.hasPrefix("application/x-openoffice-") else { return nil }
    var parameters: [Substring: Substring] = [:]
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { continue }
      parameters[pair[0]] = pair[1].drop { $0 == "\"" }.prefix { $0 != "\"" }
    }
    let name = type.dropFirst("application/x-openoffice-".count)
    title = "LibreOffice " + (Self.words[name] ?? String(name))
    program = parameters["typename"].flatMap { $0.isEmpty ? nil : String($0) }
  }

  private static let words: [Substring: String] = [
    "embed-source-xml": "object", "objectdescriptor-xml": "description", "link-source-xml": "link",
    "linksrcdescriptor-xml": "description of a link", "gdimetafile": "drawing", "link": "DDE link",
    "drawing": "shapes", "svxb": "picture", "sbanum": "bullets", "dif": "cells (DIF)", "sylk": "cells (SYLK)",
  ]
}
