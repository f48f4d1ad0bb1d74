import Containers

/// The limits for archives of office documents.
enum OfficeLimits {
  /// The largest file, in bytes.
  static let file = 512 * 1024 * 1024
  /// One part of text and formatting; the largest of 2,829 real documents had 17 MB in all.
  static let parts = ZipLimits(size: 512 * 1024 * 1024)
  /// All of these together.
  static let allParts = 512 * 1024 * 1024
  /// The size of the beginning of a part that a quick look reads, in bytes.
  static let beginning = 1024 * 1024
  /// A picture.
  static let media = ZipLimits(size: 64 * 1024 * 1024)
  /// All pictures together.
  static let allMedia = 256 * 1024 * 1024

  /// The archive of a document, or what else the bytes are.
  static func archive(of bytes: [UInt8], _ format: String) throws(RichTextError) -> ZipArchive {
    guard bytes.count <= file else {
      throw RichTextError(.tooLarge, "the \(format) is larger than \(file >> 20) MiB")
    }
    // Microsoft's compound files hold what Word 97 wrote, and encrypted documents.
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      throw RichTextError(
        .notThisFormat,
        "the file is protected by a password, or was written by \(format == "DOCX" ? "Word" : "Excel") 97 to 2003"
      )
    }
    do {
      return try ZipArchive(bytes)
    } catch {
      throw RichTextError(.notThisFormat, "the bytes are not \(format)")
    }
  }
}

extension RichTextError {
  /// Why a part of an archive could not be read.
  init(_ error: ContainerError) {
    switch error.code {
    case .tooLarge: self.init(.tooLarge, error.description)
    case .encrypted: self.init(.notThisFormat, "the file is protected by a password")
    case .notAContainer, .damaged: self.init(.notThisFormat, error.description)
    }
  }
}

/// The archive of an office document that was damaged or cut off.
package enum DamagedPackage {
  /// The total size that can be taken out.
  private static let limit = 64 * 1024 * 1024

  /// An archive of what can be taken out of one, each part as far as it goes; nil for one that is whole.
  package static func recovered(_ bytes: [UInt8]) -> [UInt8]? {
    guard let archive = try? ZipArchive(bytes) else { return nil }
    var writer = ZipWriter()
    var left = limit
    var isWhole = true
    for entry in archive.entries {
      let limits = ZipLimits(size: left)
      let whole = try? archive.wholeContents(of: entry, limits: limits)
      if whole == nil { isWhole = false }
      guard let contents = whole ?? (try? archive.contents(of: entry, limits: limits)) else { continue }
      left -= contents.count
      writer.add(entry.name, contents, .stored)
    }
    return isWhole ? nil : writer.finish()
  }
}

/// The cost to read a part of an archive once more: charts, formulas and documents within a document, addresses of
/// links, each of which few bytes may name as often as they like.
struct RepeatedParts {
  /// The least that one costs, however small it is.
  private static let leastCost = 64

  /// The cost of each part that was read, in bytes, by its name in the archive.
  private var costs: [String: Int] = [:]
  /// The amount that may still be read once more.
  private var left: Int

  /// Parts of which so many bytes may be read once more.
  init(most: Int = 1 << 20) { left = most }

  /// True if a part may be read, which then is told by `add`: the first time, or for what it cost then.
  mutating func mayRead(_ name: String) -> Bool {
    guard let cost = costs[name] else { return true }
    left = max(0, left - cost)
    return left > 0
  }

  /// Says what reading a part has cost.
  mutating func add(_ name: String, cost: Int) { costs[name] = max(cost, Self.leastCost) }
}
