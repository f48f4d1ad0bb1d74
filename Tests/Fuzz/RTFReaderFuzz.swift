/// Every input is read or refused.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRTFReader(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array("{\\rtf1".utf8) + UnsafeBufferPointer(start: start, count: count)
  var reader = RTFReader()
  reader.readsHeadingsBySize = true
  _ = try? reader.read(bytes)
  return 0
}
