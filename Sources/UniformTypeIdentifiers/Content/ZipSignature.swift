import System

/// Tells documents that are ZIP archives by their entries (APPNOTE 4.3).
enum ZipSignature {
  /// The number of entries that are looked at.
  private static let entryLimit = 10_000

  static func type(of bytes: [UInt8]) -> UTType? {
    if bytes.starts(with: [0x50, 0x4B, 0x05, 0x06]), bytes.count >= 22 { return .zip }
    guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]), bytes.count >= 30 else { return nil }
    return declaredType(bytes) ?? contentType(names(bytes)) ?? .zip
  }

  /// The same of a file, of which only the beginning and the directory at the end are read.
  static func type(of file: borrowing RandomAccessFile) -> UTType? {
    guard let head = try? file.bytes(at: 0, count: headSize), let type = type(of: head) else { return nil }
    // The end of a small file is in its beginning.
    guard type == .zip, file.size > headSize else { return type }
    let tailStart = max(0, file.size - tailSize)
    guard let tail = try? file.bytes(at: tailStart, count: tailSize), let end = endRecord(tail),
      let size = tail.littleEndian(at: end + 12, count: 4),
      let start = tail.littleEndian(at: end + 16, count: 4),
      let directory = try? file.bytes(at: start, count: min(size, directoryLimit))
    else { return type }
    return contentType(names(directory, from: 0)) ?? type
  }

  private static let headSize = 1 << 12
  /// The last record and the longest comment behind it.
  private static let tailSize = 22 + 0xFFFF
  private static let directoryLimit = 1 << 20

  /// OpenDocument and its like store their MIME type first, uncompressed and under this name.
  private static func declaredType(_ bytes: [UInt8]) -> UTType? {
    guard let nameLength = bytes.littleEndian(at: 26, count: 2), bytes.littleEndian(at: 8, count: 2) == 0,
      let extraLength = bytes.littleEndian(at: 28, count: 2), let size = bytes.littleEndian(at: 18, count: 4),
      bytes[30...].starts(with: "mimetype".utf8), nameLength == "mimetype".utf8.count, 1...128 ~= size
    else { return nil }
    let name = bytes[30...].dropFirst(nameLength + extraLength).prefix(size)
    guard name.allSatisfy({ 0x20 < $0 && $0 < 0x7F }) else { return nil }
    return UTType(mimeType: String(decoding: name, as: UTF8.self)).flatMap { $0.isDynamic ? nil : $0 }
  }

  /// The folder of an Office Open XML file's main part; macros are a part of their own.
  private static let officeFolders: [(folder: String, type: String)] = [
    ("word/", "org.openxmlformats.wordprocessingml.document"),
    ("xl/", "org.openxmlformats.spreadsheetml.sheet"),
    ("ppt/", "org.openxmlformats.presentationml.presentation"),
  ]

  /// Entries that tell of what an archive is.
  private static let markers: [(entry: String, type: String)] = [
    ("AndroidManifest.xml", "application/vnd.android.package-archive"),
    ("META-INF/MANIFEST.MF", "application/java-archive"),
  ]

  private static func contentType(_ names: [ArraySlice<UInt8>]) -> UTType? {
    if names.contains(where: { $0.elementsEqual("[Content_Types].xml".utf8) }) {
      for (folder, type) in officeFolders where names.contains(where: { $0.starts(with: folder.utf8) }) {
        let hasMacros = names.contains { $0.elementsEqual("\(folder)vbaProject.bin".utf8) }
        return UTType(hasMacros ? "\(type).macroenabled" : type)
      }
    }
    let marker = markers.first { marker in names.contains { $0.elementsEqual(marker.entry.utf8) } }
    return marker.flatMap { UTType(desktopMIMEType: $0.type) }
  }

  /// The names in the central directory; those of the local headers say too little of where the next one is.
  private static func names(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    guard let end = endRecord(bytes), let start = bytes.littleEndian(at: end + 16, count: 4) else {
      return []
    }
    return names(bytes, from: start)
  }

  private static func names(_ bytes: [UInt8], from start: Int) -> [ArraySlice<UInt8>] {
    var position = start
    var names: [ArraySlice<UInt8>] = []
    while names.count < entryLimit, position + 46 <= bytes.count,
      bytes[position...].starts(with: [0x50, 0x4B, 0x01, 0x02]),
      let length = bytes.littleEndian(at: position + 28, count: 2),
      let extra = bytes.littleEndian(at: position + 30, count: 2),
      let comment = bytes.littleEndian(at: position + 32, count: 2)
    {
      names.append(bytes[(position + 46)...].prefix(length))
      position += 46 + length + extra + comment
    }
    return names
  }

  /// The last record; only a comment may follow it.
  private static func endRecord(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 22 else { return nil }
    let first = max(0, bytes.count - 22 - 0xFFFF)
    return (first...(bytes.count - 22)).last { bytes[$0...].starts(with: [0x50, 0x4B, 0x05, 0x06]) }
  }
}
