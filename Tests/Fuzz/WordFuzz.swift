import Containers

/// Every document of Word is read or refused, and what was read can be written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWord(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let spaces = """
    xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" \
    xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" \
    xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" \
    xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
    """
  // What lies before the first NUL is the text, then come the styles and the numbering.
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
  var writer = ZipWriter()
  let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  writer.add("word/document.xml", Array("<w:document \(spaces)><w:body>".utf8) + parts[0])
  var references = ""
  for (kind, part) in zip(["styles", "numbering"], parts.dropFirst()) {
    writer.add("word/\(kind).xml", Array("<w:\(kind) \(spaces)>".utf8) + part)
    references += "<Relationship Id=\"\(kind)\" Type=\"\(relations)/\(kind)\" Target=\"\(kind).xml\"/>"
  }
  writer.add(
    "word/_rels/document.xml.rels",
    Array(
      "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\(references)</Relationships>"
        .utf8))
  guard let document = try? WordProcessingReader().read(writer.finish()) else { return 0 }
  let written = WordProcessingWriter().write(document)
  guard (try? WordProcessingReader().read(written)) != nil else {
    preconditionFailure("It was not read again")
  }
  return 0
}
