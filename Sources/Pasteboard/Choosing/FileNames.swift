import Conversions
import RichText
import UniformTypeIdentifiers

/// What files are called that are made of content.
enum FileNames {
  /// In bytes: shown whole by file managers, with room for a number and an extension.
  private static let stemLimit = 80
  /// A title is looked for in so many bytes of text.
  private static let titleLimit = 64 << 10
  /// What is called so has no name.
  private static let generic = ["image", "img", "picture", "photo", "download", "unnamed", "untitled"]

  /// The name of a file of a type: after a stem if there is one, else after the type.
  static func name(for type: UTType, stem: String? = nil) -> String {
    let usual = type.conforms(to: .image) ? "image" : Format(type) != nil ? "text" : "data"
    let own = stem.map(safe) ?? ""
    return "\(own.isEmpty ? usual : own).\(type.extensionForContent ?? "bin")"
  }

  /// The text of the first heading in the beginning of a document; nil if it has none, and for what is not rich text.
  static func title(of bytes: [UInt8], _ type: UTType) -> String? {
    guard let format = Format(type), format != .plainText, !format.isTableOfData,
      let document = try? format.readBeginning(format.isText ? Array(bytes.prefix(titleLimit)) : bytes)
    else { return nil }
    for case .heading(_, let content) in document.blocks {
      let text = Document([.paragraph(content)])
      let words = String(decoding: Format.plainText.write(text, Format.Terms()), as: UTF8.self)
      if !safe(words).isEmpty { return words }
    }
    return nil
  }

  /// What a picture is called where it was copied: by the name of its file, else by its alternative text; nil if neither
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

  /// True for a name that programs and pages give where there is none.
  static func isGeneric(_ name: String) -> Bool {
    let word = name.lowercased().filter { $0.isLetter }
    return word.isEmpty || generic.contains(word)
  }

  /// A name that every file system takes, and no shell or file manager hides: on one line, without slashes and what
  /// other systems refuse.
  private static func safe(_ words: String) -> String {
    var name = ""
    for character in words {
      let isRefused = "/\\:*?\"<>|".contains(character)
      let isBlank =
        character.isWhitespace
        || character.unicodeScalars.contains { [.control, .format].contains($0.properties.generalCategory) }
      if isRefused || isBlank {
        if !name.isEmpty, !name.hasSuffix(" ") { name += " " }
      } else if !(name.isEmpty && ".-~".contains(character)) {
        guard name.utf8.count + character.utf8.count <= stemLimit else { break }
        name.append(character)
      }
    }
    while name.hasSuffix(" ") || name.hasSuffix(".") { name.removeLast() }
    return name
  }
}
