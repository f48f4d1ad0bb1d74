// Module: Containers

/// Every archive is read or refused, and gives no more than the limits allow.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzZip(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array("PK\u{3}\u{4}".utf8) + UnsafeBufferPointer(start: start, count: count)
  guard let archive = try? ZipArchive(bytes) else { return 0 }
  let limits = ZipLimits(size: 1 << 20)
  for entry in archive.entries.prefix(16) {
    let contents = try? archive.contents(of: entry, limits: limits)
    precondition(contents?.count ?? 0 <= limits.size, "An entry was too large")
  }
  return 0
}
