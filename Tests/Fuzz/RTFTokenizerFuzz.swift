/// Every input is cut into tokens that end, none beyond the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRTFTokenizer(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  var tokenizer = RTFTokenizer(Array(UnsafeBufferPointer(start: start, count: count)))
  var tokens = 0
  loop: while true {
    switch tokenizer.next() {
    case .end: break loop
    case .text, .binary: precondition(tokenizer.range.upperBound <= count)
    default: break
    }
    tokens += 1
    precondition(tokens <= count, "More tokens than bytes")
  }
  return 0
}
