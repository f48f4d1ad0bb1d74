/// Tells fonts for code from others by their names.
enum FontFamilies {
  /// What the names of monospaced families contain, without blanks and hyphens: programs also write the name of
  /// the font's file, `SourceCodePro-Regular`.
  private static let signs = [
    "mono", "courier", "consolas", "menlo", "monaco", "lucidaconsole", "typewriter", "inconsolata",
    "fixedsys",
    "terminal", "sourcecode", "firacode", "cascadia", "hack", "iosevka",
  ]

  /// True if the first family of a list is monospaced, or a later one is the generic `monospace`.
  static func isMonospaced(_ families: some Collection<UInt8>) -> Bool {
    let names = families.split(separator: UInt8(ascii: ","), maxSplits: 16).map { letters($0) }
    guard let first = names.first else { return false }
    if names.contains(where: { $0.starts(with: "monospace".utf8) }) { return true }
    return !ByteSearch.contains("monotype", in: first)
      && signs.contains { ByteSearch.contains($0, in: first) }
  }

  private static func letters(_ name: some Collection<UInt8>) -> ArraySlice<UInt8> {
    name.prefix(128).map(\.lowercased).filter { $0 > 0x2F }[...]
  }
}
