import Containers

/// Every workbook of Excel is read or refused, and what was read can be written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWorkbook(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let spaces = """
    xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" \
    xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    """
  // What lies before the first NUL is the sheet, then come the styles and the shared texts.
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
  let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  var writer = ZipWriter()
  writer.add(
    "xl/workbook.xml",
    Array("<workbook \(spaces)><sheets><sheet name=\"A\" r:id=\"worksheet\"/></sheets></workbook>".utf8))
  var references = ""
  for (part, (kind, root)) in zip(
    parts, [("worksheet", "worksheet"), ("styles", "styleSheet"), ("sharedStrings", "sst")])
  {
    writer.add("xl/\(kind).xml", Array("<\(root) \(spaces)>".utf8) + part)
    references += "<Relationship Id=\"\(kind)\" Type=\"\(relations)/\(kind)\" Target=\"\(kind).xml\"/>"
  }
  writer.add(
    "xl/_rels/workbook.xml.rels",
    Array(
      "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\(references)</Relationships>"
        .utf8))
  guard let document = try? Format.workbook.read(writer.finish()) else { return 0 }
  for format in Format.spreadsheets {
    let written = format.write(document, Format.Options())
    guard written.isEmpty || (try? format.read(written)) != nil else {
      preconditionFailure("It was not read again")
    }
  }
  return 0
}
