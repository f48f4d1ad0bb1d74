import Containers
import Exchange

extension SavedClipboard {
  /// The bytes of the file; throws if there is more than a file may hold.
  package func encoded() throws(SavedClipboardError) -> [UInt8] {
    guard snapshot.names.count <= Limits.forms else {
      throw SavedClipboardError("the clipboard has more than \(Limits.forms) formats")
    }
    guard snapshot.byteCount <= Limits.content else {
      throw SavedClipboardError("the clipboard holds more than \(Limits.content >> 20) MiB")
    }
    var files: [(name: String, bytes: [UInt8])] = []
    var rows: [String] = []
    for name in snapshot.names {
      guard let form = snapshot.representations[name] else { continue }
      guard name.utf8.count <= Limits.name, form.declared?.utf8.count ?? 0 <= Limits.name else {
        throw SavedClipboardError("a format has a name of more than \(Limits.name) bytes")
      }
      let bytes = Self.littleEndian(form.bytes, bits: form.format)
      let file: String
      if let known = files.first(where: { $0.bytes == bytes }) {
        file = known.name
      } else {
        file = Self.fileName(files.count + 1, name)
        files.append((file, bytes))
      }
      var members = ["target": name, "file": file]
      members["propertyType"] = form.declared
      rows.append(Self.row(members, numbers: [("bits", form.format), ("size", bytes.count)]))
    }
    var zip = ZipWriter()
    zip.add(Self.manifestName, Array(manifest(rows).utf8))
    for file in files { zip.add(file.name, file.bytes) }
    return zip.finish()
  }

  private func manifest(_ rows: [String]) -> String {
    var lines = ["\"format\": \"\(Self.formatName)\"", "\"schemaVersion\": \(Self.version)"]
    if let mark { lines.append("\"mark\": \"\(mark == .secret ? "secret" : "transient")\"") }
    if let operation { lines.append("\"operation\": \"\(operation.rawValue)\"") }
    if let program { lines.append("\"program\": \(Self.quoted(program))") }
    if isAnonymous { lines.append("\"anonymous\": true") }
    lines.append("\"targets\": [" + Self.list(rows) + "]")
    if !missing.isEmpty {
      let absent = missing.map { Self.row(["target": $0.name, "reason": $0.reason]) }
      lines.append("\"missing\": [" + Self.list(absent) + "]")
    }
    return "{\n  " + lines.joined(separator: ",\n  ") + "\n}\n"
  }

  private static func list(_ rows: [String]) -> String {
    rows.isEmpty ? "" : "\n    " + rows.joined(separator: ",\n    ") + "\n  "
  }

  private static func row(_ members: [String: String], numbers: [(String, Int)] = []) -> String {
    let texts = ["target", "file", "propertyType", "reason"].compactMap { key in
      members[key].map { "\"\(key)\": \(quoted($0))" }
    }
    return "{ " + (texts + numbers.map { "\"\($0)\": \($1)" }).joined(separator: ", ") + " }"
  }

  /// A string of JSON in which all but printable ASCII is escaped, so that it is safe on a terminal too.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x22, 0x5C: quoted += "\\" + String(Unicode.Scalar(UInt8(unit)))
      case 0x20..<0x7F: quoted.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return quoted + "\""
  }

  /// A name that says to people which form it is, and that no form's name decides.
  private static func fileName(_ number: Int, _ form: String) -> String {
    let digits = String(number)
    let word = form.lowercased()
    let suffix = suffixes.first { word.contains($0.part) }?.suffix ?? "bin"
    return String(repeating: "0", count: max(0, 2 - digits.count)) + digits + "." + suffix
  }

  private static let suffixes: [(part: String, suffix: String)] = [
    ("html", "html"), ("rtf", "rtf"), ("richtext", "rtf"), ("rich text", "rtf"), ("markdown", "md"),
    ("png", "png"), ("jpeg", "jpg"), ("bmp", "bmp"), ("gif", "gif"), ("webp", "webp"), ("tiff", "tiff"),
    ("svg", "svg"), ("csv", "csv"), ("json", "json"), ("xml", "xml"), ("uri", "txt"), ("copied-files", "txt"),
    ("text", "txt"), ("string", "txt"),
  ]

  /// The bytes of items in the order that the file has, and back.
  static func littleEndian(_ bytes: [UInt8], bits: Int) -> [UInt8] {
    #if _endian(big)
    let size = bits / 8
    guard size > 1 else { return bytes }
    return bytes.indices.map { bytes[$0 / size * size + (size - 1 - $0 % size)] }
    #else
    return bytes
    #endif
  }
}
