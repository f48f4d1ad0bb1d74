import TypeDeclarations

/// JSON Lines: a value of JSON on each line, which together are none.
package enum JSONLines {
  /// As many lines are looked at.
  private static let lineLimit = 100

  /// What to do with it, for people.
  package static let advice = "it is JSON Lines, a value on each line: 'jq -s .' makes an array of them"

  /// True for several lines, of which each is an object or an array.
  package static func areIn(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.prefix(1 << 20).split(separator: 0x0A, maxSplits: lineLimit).dropLast(
      bytes.count > 1 << 20 ? 1 : 0
    )
    .prefix(lineLimit)
    return lines.count > 1
      && lines.allSatisfy { line in
        guard let value = try? JSONValue.parse(Array(line), within: .content) else { return false }
        return value.members != nil || value.array != nil
      }
  }
}
