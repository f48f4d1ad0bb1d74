/// Every text ends, without control characters that it did not need, and as UTF-8; columns have as many values in each row.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTerminalTranscript(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let restored = TerminalTranscript.markdown(of: bytes) {
    precondition(String(validating: restored, as: UTF8.self) != nil, "the result is not UTF-8")
    precondition(!restored.contains(0x1B), "an escape is left")
    precondition(restored.count <= 64 * count + (2 << 20), "the result is \(restored.count) bytes long")
  }
  if let rows = SpacedColumns.rows(of: bytes) {
    precondition(rows.allSatisfy { $0.count == rows[0].count }, "rows differ in their number of values")
  }
  return 0
}
