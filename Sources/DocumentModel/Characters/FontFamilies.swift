/// Tells fonts for code from others by their names.
package enum FontFamilies {
  /// What the names of monospaced families contain, without blanks and hyphens: programs also write the name of
  /// the font's file, `SourceCodePro-Regular`.
  private static let signs = [
    "mono", "courier", "consolas", "menlo", "monaco", "lucidaconsole", "typewriter", "inconsolata",
    "fixedsys", "sourcecode", "firacode", "cascadia", "iosevka", "lettergothic", "anonymouspro",
  ]

  /// Names that are too short, or too common a word, to be looked for within others.
  private static let names = ["hack", "terminal", "terminus", "hackregular", "hackbold", "hacknerdfont"]

  /// What the names of proportional families contain that have one of the signs as well.
  private static let proportional = [
    "monotype", "american", "kimono", "monoton", "monofett", "monomakh", "iosevkaaile", "iosevkaetoile",
  ]

  /// True if the first family of a list is monospaced, or a later one is the generic `monospace`.
  package static func isMonospaced(_ families: some Collection<UInt8>) -> Bool {
    let families = families.split(separator: UInt8(ascii: ","), maxSplits: 16).map { letters($0) }
    guard let first = families.first,
      !proportional.contains(where: { ByteSearch.contains($0, in: first) })
    else { return false }
    return families.contains { $0.starts(with: "monospace".utf8) }
      || signs.contains { ByteSearch.contains($0, in: first) }
      || names.contains { first.filter { $0 >= 0x61 }.elementsEqual($0.utf8) }
  }

  private static func letters(_ name: some Collection<UInt8>) -> ArraySlice<UInt8> {
    name.prefix(128).map(\.lowercased).filter { $0 > 0x2F }[...]
  }
}
