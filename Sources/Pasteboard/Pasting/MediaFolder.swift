import Conversions
import Pictures
import RichText
package import System
import UniformTypeIdentifiers

/// The folder into which the pictures of a pasted document are saved.
package struct MediaFolder: Sendable {
  private let path: FilePath
  /// The link by which documents refer to its files.
  private let name: String

  /// A folder by the name that the person wrote, and that documents link by.
  package init(_ name: String) {
    self.init(FilePath(name), linkedAs: name)
  }

  /// A folder that documents link by another name: from beside it.
  package init(_ path: FilePath, linkedAs name: String) {
    self.path = path
    self.name = name.count > 1 && name.hasSuffix("/") ? String(name.dropLast()) : name
  }

  /// Saves a picture, once however often it is pasted; returns its address.
  ///
  /// - Parameter words: what the picture is called by: its alternative text, or the name of its file.
  package func save(_ picture: [UInt8], _ kind: PictureKind, called words: String) throws(SystemError)
    -> String
  {
    if !path.isFolder { try Directory.create(path, mode: 0o777) }
    let stem = "\(Self.slug(words))-\(FileNames.digits(of: picture))"
    var number = 1
    while true {
      let file = (number == 1 ? stem : "\(stem)-\(number)") + "." + kind.filenameExtension
      let place = path.appending(Array(file.utf8))
      if place.exists {
        if let present = try? RegularFile.bytes(of: place, limit: picture.count), present == picture {
          return name + "/" + file
        }
        number += 1
        continue
      }
      let written = try UniqueFilename.write(picture, named: Array(file.utf8), in: path)
      return name + "/" + String(decoding: written.lastComponent, as: UTF8.self)
    }
  }

  /// Letters and digits of the words, with hyphens between them.
  private static func slug(_ words: String) -> String {
    let longest = 40
    var slug = ""
    for character in words.lowercased() {
      if character.isLetter || character.isNumber {
        slug.append(character)
      } else if !slug.isEmpty, !slug.hasSuffix("-") {
        slug.append("-")
      }
      if slug.count == longest { break }
    }
    while slug.hasSuffix("-") { slug.removeLast() }
    return slug.isEmpty ? "picture" : slug
  }
}

/// The names of files that are made of content.
package enum FileNames {
  /// The longest name in bytes: file managers show it whole, with room for a number and an extension.
  private static let stemLimit = 80
  /// The longest stem of a suggested name, in bytes, with room for a number and an extension below 255.
  private static let suggestedLimit = 160
  /// A title is looked for in so many bytes of text.
  private static let titleLimit = 64 << 10
  /// Names that stand for no name.
  private static let generic = ["image", "img", "picture", "photo", "download", "unnamed", "untitled"]

  /// The name of a file of a type: after a stem if there is one, else after the type.
  static func name(for type: UTType, stem: String? = nil) -> String {
    let usual = type.conforms(to: .image) ? "image" : Format(type) != nil ? "text" : "data"
    let own = stem.map { safe($0) } ?? ""
    return "\(own.isEmpty ? usual : own).\(type.extensionForContent ?? "bin")"
  }

  /// The text of the first heading in the beginning of a document; nil if it has none, and for what is not rich text.
  static func title(of bytes: [UInt8], _ type: UTType) -> String? {
    guard let format = Format(type), format != .plainText, !format.holdsTablesAlone,
      let document = try? format.readBeginning(format.isText ? Array(bytes.prefix(titleLimit)) : bytes)
    else { return nil }
    for case .heading(_, let content) in document.blocks {
      let text = Document([.paragraph(content)])
      let words = String(decoding: Format.plainText.write(text, Format.Options()), as: UTF8.self)
      if !safe(words).isEmpty { return words }
    }
    return nil
  }

  /// The name of a copied picture: that of its file, else its alternative text; nil if neither
  /// is a name.
  static func stem(of image: Image) -> String? {
    let address = image.address.map(Self.stem(ofAddress:)) ?? ""
    return [address, image.alternative].first { !isGeneric($0) }
  }

  /// The name of a file without its extension, as far as an address tells it.
  static func stem(ofAddress address: String) -> String {
    guard !address.lowercased().hasPrefix("data:") else { return "" }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let decoded = FileAddress.decoded(Array(path.utf8)[...]) ?? []
    let name = decoded.split(separator: 0x2F).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// The name of a file that another program suggests, as every file system takes it and no shell hides it; nil if
  /// nothing of it is one. Only the last part of a path counts.
  package static func suggestedName(_ bytes: [UInt8]) -> String? {
    let last = bytes.filter { $0 != 0 }.split(separator: 0x2F).last ?? []
    let name = String(decoding: last, as: UTF8.self)
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let (stem, suffix) = (safe(String(name[..<dot]), suggestedLimit), safe(String(name[dot...])))
    let parts = [stem, suffix].filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ".")
  }

  /// Eight digits that tell contents apart (FNV-1a, its two halves laid over each other).
  static func digits(of bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(UInt32(truncatingIfNeeded: hash ^ hash >> 32), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Whether a name is one that programs and pages give where there is none.
  static func isGeneric(_ name: String) -> Bool {
    let word = name.lowercased().filter { $0.isLetter }
    return word.isEmpty || generic.contains(word)
  }

  /// A name that every file system takes, and no shell or file manager hides: on one line, without slashes and what
  /// other systems refuse.
  private static func safe(_ words: String, _ limit: Int = stemLimit) -> String {
    var name = ""
    for character in words {
      let isRefused = "/\\:*?\"<>|".contains(character)
      let isBlank =
        character.isWhitespace
        || character.unicodeScalars.contains { [.control, .format].contains($0.properties.generalCategory) }
      if isRefused || isBlank {
        if !name.isEmpty, !name.hasSuffix(" ") { name += " " }
      } else if !(name.isEmpty && ".-~".contains(character)) {
        guard name.utf8.count + character.utf8.count <= limit else { break }
        name.append(character)
      }
    }
    while name.hasSuffix(" ") || name.hasSuffix(".") { name.removeLast() }
    return name
  }
}
