import Pictures
package import System
import UniformTypeIdentifiers

/// The folder into which the pictures of a pasted document are saved.
package struct MediaFolder: Sendable {
  private let path: FilePath
  /// How documents link to what is in it.
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
    let stem = "\(Self.slug(words))-\(Self.hash(picture))"
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
      let written = try FreeName.write(picture, named: Array(file.utf8), in: path)
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

  /// Eight digits that tell pictures apart (FNV-1a, its two halves laid over each other).
  private static func hash(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(UInt32(truncatingIfNeeded: hash ^ hash >> 32), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
