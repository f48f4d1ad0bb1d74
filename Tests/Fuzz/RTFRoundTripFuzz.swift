/// What was read can be written, and what was written can be read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRTFRoundTrip(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array("{\\rtf1".utf8) + UnsafeBufferPointer(start: start, count: count)
  guard let document = try? RTFReader().read(bytes) else { return 0 }
  let written = RTFWriter().write(document)
  precondition(written.allSatisfy { $0 < 0x80 }, "RTF is ASCII")
  guard let again = try? RTFReader().read(written) else { preconditionFailure("RTF was not read again") }
  let isBlank = PlainTextWriter().write(document).allSatisfy { $0 <= 0x20 }
  precondition(isBlank || !again.isEmpty, "The text was lost")
  return 0
}
