import Containers
import Exchange
import TypeDeclarations

extension SavedClipboard {
  /// Reads a file. Throws `SavedClipboardError` if anything of it is missing, damaged, too large or ambiguous.
  package init(decoding file: [UInt8]) throws(SavedClipboardError) {
    guard file.count <= Self.fileLimit else {
      throw SavedClipboardError("it is larger than \(Self.fileLimit >> 20) MiB")
    }
    let archive: ZipArchive
    do { archive = try ZipArchive(file) } catch { throw Self.unknown }
    guard let entry = archive[Self.manifestName] else { throw Self.unknown }
    let manifest: JSONValue
    do {
      let bytes = try archive.wholeContents(of: entry, limits: ZipLimits(size: Limits.manifest))
      manifest = try JSONValue.parse(bytes)
    } catch {
      throw SavedClipboardError("its manifest is damaged")
    }
    guard manifest["format"]?.string == Self.formatName else { throw Self.unknown }
    guard let version = manifest["schemaVersion"]?.integer, version >= 1 else {
      throw Self.malformed("schemaVersion")
    }
    guard version <= Self.version else {
      throw SavedClipboardError("it has version \(version); this pb reads version \(Self.version)")
    }
    self.init(Snapshot())
    try readForms(manifest, in: archive)
    switch try Self.text(manifest, "mark") {
    case nil: mark = nil
    case "secret": mark = .secret
    case "transient": mark = .transient
    default: throw Self.malformed("mark")
    }
    if let word = try Self.text(manifest, "operation") {
      guard let known = Operation(rawValue: word) else { throw Self.malformed("operation") }
      operation = known
    }
    program = try Self.text(manifest, "program")
    isAnonymous = manifest["anonymous"]?.bool ?? false
    for row in (manifest["missing"]?.array ?? []).prefix(Limits.forms) {
      guard let name = row["target"]?.string else { throw Self.malformed("missing") }
      missing.append(MissingForm(name: name, reason: row["reason"]?.string ?? ""))
    }
  }

  private mutating func readForms(
    _ manifest: JSONValue, in archive: ZipArchive
  ) throws(SavedClipboardError) {
    guard let rows = manifest["targets"]?.array, !rows.isEmpty else {
      throw SavedClipboardError("it holds no format")
    }
    guard rows.count <= Limits.forms else {
      throw SavedClipboardError("it has more than \(Limits.forms) formats")
    }
    // Entries that several forms share are read once and count once.
    var files: [String: [UInt8]] = [:]
    var room = Limits.content
    for (index, row) in rows.enumerated() {
      let number = "target \(index + 1)"
      guard let name = row["target"]?.string, Self.isName(name) else {
        throw Self.malformed("target", number)
      }
      guard snapshot.representations[name] == nil else {
        throw SavedClipboardError("two targets have the same name")
      }
      let type = row["propertyType"]?.string
      guard row["propertyType"] == nil || type.map(Self.isName) == true, type != Self.incrementalType else {
        throw Self.malformed("propertyType", number)
      }
      guard let bits = row["bits"] == nil ? 8 : row["bits"]?.integer, [8, 16, 32].contains(bits) else {
        throw Self.malformed("bits", number)
      }
      guard let file = row["file"]?.string, Self.isFileName(file), let entry = archive[file],
        entry.name == file
      else { throw Self.malformed("file", number) }
      let bytes: [UInt8]
      if let known = files[file] {
        bytes = known
      } else {
        do {
          bytes = try archive.wholeContents(of: entry, limits: ZipLimits(size: room))
        } catch {
          throw SavedClipboardError(
            error.code == .tooLarge
              ? "it holds more than \(Limits.content >> 20) MiB, or is compressed beyond measure"
              : "the bytes of \(number) are damaged")
        }
        room -= bytes.count
        files[file] = bytes
      }
      guard row["size"] == nil || row["size"]?.integer == bytes.count, bytes.count % (bits / 8) == 0 else {
        throw Self.malformed("size", number)
      }
      snapshot.names.append(name)
      snapshot.representations[name] = Representation(
        declared: type, format: bits, bytes: Self.littleEndian(bytes, bits: bits))
    }
  }

  /// The type by which X11 announces content in pieces.
  private static let incrementalType = "INCR"

  private static func text(
    _ manifest: JSONValue, _ key: String
  ) throws(SavedClipboardError) -> String? {
    guard let value = manifest[key] else { return nil }
    guard let text = value.string, text.utf8.count <= Limits.name else { throw malformed(key) }
    return text
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= Limits.name && !name.utf8.contains(0)
  }

  /// True for the name of an entry in no folder.
  private static func isFileName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 255 && name != manifestName && name != "." && name != ".."
      && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x2F && $0 != 0x5C }
  }

  private static let unknown = SavedClipboardError("it is not a saved clipboard")

  private static func malformed(_ key: String, _ role: String = "its manifest") -> SavedClipboardError {
    SavedClipboardError("\(role) has no valid \"\(key)\"")
  }
}
