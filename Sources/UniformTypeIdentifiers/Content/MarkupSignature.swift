/// Tells HTML, SVG and XML by the tags that they begin with.
enum MarkupSignature {
  static func type(of bytes: [UInt8]) -> UTType? {
    var scanner = TagScanner(bytes)
    guard scanner.skipToTag() else { return nil }
    if scanner.startsWith("<?xml") { return xmlType(&scanner) }
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

  private static func xmlType(_ scanner: inout TagScanner) -> UTType {
    switch scanner.skipToRoot() {
    case "svg": .svg
    case "html": .html
    default: .xml
    }
  }
}
