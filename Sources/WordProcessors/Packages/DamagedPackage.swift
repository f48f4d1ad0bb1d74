import Containers

/// The archive of an office document that was damaged or cut off.
package enum DamagedPackage {
  /// What can be taken out in all.
  private static let limit = 64 * 1024 * 1024

  /// An archive of what can be taken out of one, each part as far as it goes; nil for one that is whole.
  package static func remains(_ bytes: [UInt8]) -> [UInt8]? {
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
