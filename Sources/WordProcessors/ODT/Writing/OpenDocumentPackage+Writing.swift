import Containers

extension OpenDocumentPackage {
  /// The package of a document: its type, its files, and the manifest that lists them (ODF 1.3 part 2).
  ///
  /// - Parameters:
  ///   - folders: the folders that are documents themselves, with their types.
  ///   - type: the media type of the document.
  package static func write(
    _ files: [(name: String, type: String, bytes: [UInt8])], folders: [(name: String, type: String)] = [],
    type: String
  ) -> [UInt8] {
    var writer = ZipWriter(room: files.reduce(4096) { $0 + $1.bytes.count })
    writer.add("mimetype", Array(type.utf8), .stored)
    for file in files { writer.add(file.name, file.bytes, file.type == "text/xml" ? .deflated : .stored) }
    writer.add("META-INF/manifest.xml", manifest(files.map { ($0.name, $0.type) } + folders, type))
    return writer.finish()
  }

  private static func manifest(_ files: [(name: String, type: String)], _ type: String) -> [UInt8] {
    var writer = XMLWriter()
    writer.raw(
      "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\" manifest:version=\"1.3\"><manifest:file-entry manifest:full-path=\"/\" manifest:version=\"1.3\" manifest:media-type=\"\(type)\"/>"
    )
    for (name, type) in files {
      writer.raw("<manifest:file-entry manifest:full-path=\"\(name)\" manifest:media-type=\"\(type)\"/>")
    }
    writer.raw("</manifest:manifest>")
    return writer.bytes
  }
}
