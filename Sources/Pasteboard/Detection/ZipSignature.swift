import UniformTypeIdentifiers

/// Tells documents that are ZIP archives by their entries (APPNOTE 4.3).
enum ZipSignature {
  /// As many entries as are looked at.
  private static let entryLimit = 10_000

  static func type(of bytes: [UInt8]) -> UTType? {
    if bytes.starts(with: [0x50, 0x4B, 0x05, 0x06]), bytes.count >= 22 { return .zip }
    guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]), bytes.count >= 30 else { return nil }
    return declaredType(bytes) ?? officeType(names(bytes)) ?? .zip
  }

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

  /// What Office Open XML keeps its main part in; macros are a part of their own.
  private static let officeFolders: [(folder: String, type: String)] = [
    ("word/", "org.openxmlformats.wordprocessingml.document"),
    ("xl/", "org.openxmlformats.spreadsheetml.sheet"),
    ("ppt/", "org.openxmlformats.presentationml.presentation"),
  ]

  private static func officeType(_ names: [ArraySlice<UInt8>]) -> UTType? {
    guard names.contains(where: { $0.elementsEqual("[Content_Types].xml".utf8) }) else { return nil }
    for (folder, type) in officeFolders where names.contains(where: { $0.starts(with: folder.utf8) }) {
      let hasMacros = names.contains { $0.elementsEqual("\(folder)vbaProject.bin".utf8) }
      return UTType(hasMacros ? "\(type).macroenabled" : type)
    }
    return nil
  }

  /// The names in the central directory; those of the local headers say too little of where the next one is.
  private static func names(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    guard let end = endRecord(bytes), var position = bytes.littleEndian(at: end + 16, count: 4) else {
      return []
    }
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
