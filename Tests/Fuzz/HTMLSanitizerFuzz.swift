/// Nothing active is in the HTML for a pasteboard, whatever HTML it was made of.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTMLSanitizer(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var document = (try? HTMLReader().read(bytes)) ?? Document()
  document.blocks.append(.html(String(decoding: bytes, as: UTF8.self)))
  document.blocks += ((try? MarkdownReader().read(bytes)) ?? Document()).blocks
  let written = HTMLWriter(style: .clipboard).write(document)
  for tag in written.split(separator: UInt8(ascii: "<")).dropFirst() {
    if let active = activity(of: tag) {
      preconditionFailure("\(active): \(String(decoding: tag, as: UTF8.self))")
    }
  }
  return 0
}

private let activeElements: Set<String> = [
  "script", "iframe", "object", "embed", "svg", "math", "style", "base", "form", "link", "input", "button",
  "template", "noscript", "frame", "applet",
]

/// What acts in a tag, whose text goes up to the next one.
private func activity(of tag: ArraySlice<UInt8>) -> String? {
  let name = String(decoding: tag.prefix { $0.isASCIIAlphanumeric }, as: UTF8.self).lowercased()
  if activeElements.contains(name) { return "element" }
  var isValue = false
  var isAddress = false
  for part in tag.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false) {
    if isValue {
      let value = String(decoding: part.prefix(16), as: UTF8.self).lowercased()
      if isAddress, ["javascript:", "vbscript:", "data:text"].contains(where: value.hasPrefix) {
        return "address"
      }
    } else {
      // Outside of values, up to the end of the tag.
      let names = part.prefix { $0 != UInt8(ascii: ">") }
        .split(whereSeparator: { $0 <= 0x20 || $0 == UInt8(ascii: "/") })
      if names.contains(where: { $0.startsIgnoringCase(with: "on") && $0.last == UInt8(ascii: "=") }) {
        return "handler"
      }
      if part.contains(UInt8(ascii: ">")) { return nil }
      let name = String(decoding: names.last?.dropLast() ?? [], as: UTF8.self).lowercased()
      isAddress = ["href", "src", "cite", "action", "poster", "data", "background", "srcdoc"].contains(name)
    }
    isValue.toggle()
  }
  return nil
}
