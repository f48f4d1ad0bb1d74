/// The address of a page, which its relative addresses begin at (RFC 3986, 5.2).
struct BaseAddress: Hashable, Sendable {
  private let address: String

  /// Reads the address of a page on the web; nil for anything else.
  init?(_ bytes: [UInt8]) {
    guard let address = LinkPolicy.linkDestination(bytes), address.utf8.startsIgnoringCase(with: "http"),
      let colon = address.firstIndex(of: ":"), address[colon...].hasPrefix("://"),
      address.index(colon, offsetBy: 3) < address.endIndex
    else { return nil }
    self.address = address
  }

  /// The full address that a reference means; a place in the page stays one.
  func resolving(_ reference: String) -> String {
    guard let first = reference.first, first != "#" else { return reference }
    let head = reference.prefix { !"/?#".contains($0) }
    if head.contains(":") { return reference }
    let scheme = address[...(address.firstIndex(of: ":") ?? address.startIndex)]
    let host = address[scheme.endIndex...].dropFirst(2)
    let rest = host.drop { !"/?#".contains($0) }
    let origin = address[..<rest.startIndex]
    let path = rest.prefix { !"?#".contains($0) }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    if reference.hasPrefix("//") { return scheme + reference }
    if first == "?" { return origin + path + reference }
    let end = reference.firstIndex { "?#".contains($0) } ?? reference.endIndex
    let target = first == "/" ? reference[..<end] : folder + reference[..<end]
    return origin + Self.withoutDots(target) + reference[end...]
  }

  /// A path without the segments that mean its own folder or the one around.
  private static func withoutDots(_ path: Substring) -> String {
    var segments: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch part {
      case ".": if isLast { segments.append("") }
      case "..":
        if !segments.isEmpty { segments.removeLast() }
        if isLast { segments.append("") }
      default: segments.append(part)
      }
    }
    return "/" + segments.joined(separator: "/")
  }
}
