/// Where a link of Markdown goes.
enum LinkTarget {
  /// True for an address, a path, a file or a fragment: what the arguments of a call are not.
  static func isLikely(_ target: ArraySlice<UInt8>) -> Bool {
    var target = target
    if target.first == UInt8(ascii: "<") {
      guard let close = target.firstIndex(of: UInt8(ascii: ">")) else { return false }
      target = target[(target.startIndex + 1)..<close]
    }
    guard let first = target.first, target.count > 1 else { return false }
    if first == UInt8(ascii: "#") { return true }
    guard first.isASCIIAlphanumeric || first >= 0x80 || "./_~%@?".utf8.contains(first),
      let last = target.last, last != UInt8(ascii: ","), last != UInt8(ascii: ".")
    else { return false }
    return target.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
  }
}
