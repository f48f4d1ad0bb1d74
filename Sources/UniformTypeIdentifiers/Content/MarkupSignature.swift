/// Tells HTML, SVG and XML by the tags that they begin with.
enum MarkupSignature {
  static func type(of bytes: [UInt8]) -> UTType? {
    var scanner = TagScanner(bytes)
    guard scanner.skipToTag() else { return nil }
    if scanner.startsWith("<?xml") { return xmlType(&scanner, bytes) }
    // Programs that write pages.
    if scanner.startsWith("<?php") || scanner.startsWith("<?=") { return nil }
    if scanner.startsWith("<!--startfragment") { return .html }
    guard let root = scanner.skipToRoot() else { return nil }
    if scanner.documentType == "html" || ["html", "head", "body", "frameset"].contains(root) {
      return PageTemplate.isTemplate(bytes, isWhole: true) ? nil : .html
    }
    if root == "svg" || scanner.documentType == "svg" { return .svg }
    if root == "meta", scanner.startsWith("<meta charset") || scanner.startsWith("<meta http-equiv") {
      return .html
    }
    let isPage = HTMLFragment.isFragment(bytes, root: root) && !PageTemplate.isTemplate(bytes, isWhole: false)
    return isPage ? .html : nil
  }

  private static func xmlType(_ scanner: inout TagScanner, _ bytes: [UInt8]) -> UTType {
    switch scanner.skipToRoot() {
    case "svg": .svg
    case "html": .html
    case "office" where scanner.startsWith("<office:document "): flatDocumentType(bytes) ?? .xml
    default: .xml
    }
  }

  /// What an OpenDocument of one file says that it is (ODF 1.3 part 3, 3.1.2); its declarations of names may be long.
  private static func flatDocumentType(_ bytes: [UInt8]) -> UTType? {
    let head = String(decoding: bytes.prefix(8192), as: UTF8.self)
    let type = head.split(separator: "office:mimetype=\"", maxSplits: 1).dropFirst().first
    return type.flatMap { UTType(mimeType: $0.prefix { $0 != "\"" } + "-flat-xml") }.flatMap {
      $0.isDynamic ? nil : $0
    }
  }
}
