/// Every flat spreadsheet is read or refused, and what was read can be written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOpenDocumentSheet(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let spaces = ["office", "text", "table", "style"].map {
    "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\""
  }.joined(separator: " ")
  let head = "<office:document \(spaces)><office:body><office:spreadsheet>"
  let bytes = Array(head.utf8) + UnsafeBufferPointer(start: start, count: count)
  guard let document = try? Format.flatOpenSpreadsheet.read(bytes) else { return 0 }
  for format in Format.spreadsheets {
    let written = format.write(document, Format.Options())
    guard written.isEmpty || (try? format.read(written)) != nil else {
      preconditionFailure("It was not read again")
    }
  }
  return 0
}
