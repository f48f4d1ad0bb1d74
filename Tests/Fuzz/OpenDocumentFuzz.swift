/// Every flat document is read or refused, and what was read can be written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOpenDocument(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let spaces = ["office", "text", "table", "style"].map {
    "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\""
  }.joined(separator: " ")
  let head = """
    <office:document \(spaces) xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" \
    xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"><office:body><office:text>
    """
  let bytes = Array(head.utf8) + UnsafeBufferPointer(start: start, count: count)
  guard let document = try? OpenDocumentReader().read(bytes) else { return 0 }
  let written = OpenDocumentWriter().write(document)
  guard (try? OpenDocumentReader().read(written)) != nil else { preconditionFailure("It was not read again") }
  return 0
}
