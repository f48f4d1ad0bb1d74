// Module: Containers

/// What browsers keep of pages' own types is read to its end, and no entry is longer than what it was read from.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWebCustomData(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  for entries in [WebCustomData.chromium(bytes), WebCustomData.firefox(bytes)] {
    // A unit of two bytes is three in UTF-8 at the most.
    precondition(
      entries.reduce(0) { $0 + $1.text.count } <= 2 * count, "the entries are longer than the data")
  }
  return 0
}
