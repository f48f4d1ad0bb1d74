/// Tells fonts for code from others by their names.
enum FontFamilies {
  /// What the names of monospaced families contain.
  private static let signs = [
    "mono", "courier", "consolas", "menlo", "monaco", "lucida console", "inconsolata", "fixedsys", "terminal",
    "source code", "fira code", "cascadia", "jetbrains", "hack", "droid sans mono", "andale",
  ]

  /// True if the first family of a list is monospaced, or a later one is the generic `monospace`.
  static func isMonospaced(_ families: some Collection<UInt8>) -> Bool {
    let lowered = families.map(\.lowercased)
    let names = lowered.split(separator: UInt8(ascii: ","), maxSplits: 16)
    guard let first = names.first else { return false }
    if names.contains(where: { contains($0, "monospace") }) { return true }
    return !contains(first, "monotype") && signs.contains { contains(first, $0) }
  }

  private static func contains(_ name: ArraySlice<UInt8>, _ sign: String) -> Bool {
    let sign = Array(sign.utf8)
    guard name.count >= sign.count else { return false }
    for start in name.startIndex...(name.endIndex - sign.count) where name[start...].starts(with: sign) {
      return true
    }
    return false
  }
}
