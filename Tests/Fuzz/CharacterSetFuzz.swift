// Module: CharacterSets
import Glibc

/// Names of sets here and in the C library, which read the same bytes.
private let peers = [
  ("949", "CP949"), ("cp1251", "CP1251"), ("850", "CP850"), ("gb18030", nil), ("big5", nil), ("sjis", nil),
  ("euc-jp", nil),
  ("iso-2022-jp", nil), ("johab", nil), ("utf-16", nil), ("utf-16be", nil), ("utf-32", nil), ("utf-8", nil),
]
nonisolated(unsafe) private let converters = peers.map { $0.1.map { iconv_open("UTF-8", $0) } }

/// Whatever the bytes are, text comes of them, the same in pieces, and what the C library reads of them if it reads all.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCharacterSet(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 2 else { return 0 }
  let peer = Int(start[0]) % peers.count
  guard let set = CharacterSet(named: peers[peer].0) else { fatalError("no set \(peers[peer].0)") }
  let bytes = Array(UnsafeBufferPointer(start: start + 2, count: count - 2))
  var whole: [UInt8] = []
  let left = set.decode(bytes[...], into: &whole)
  precondition(left < 5 && whole.count <= 3 * bytes.count)
  precondition(String(validating: whole, as: UTF8.self) != nil, "no UTF-8")
  // Sets that switch, and those with a mark at the beginning, keep state between pieces.
  if !["iso-2022-jp", "utf-16", "utf-16be", "utf-32"].contains(peers[peer].0) {
    var pieces: [UInt8] = []
    let cut = min(Int(start[1]), bytes.count)
    let waiting = set.decode(bytes[..<cut], into: &pieces)
    precondition(
      set.decode(bytes[(cut - waiting)...], into: &pieces) == left && pieces == whole, "pieces differ")
  }
  if left == 0, let converter = converters[peer], Int(bitPattern: converter) != -1,
    let theirs = text(bytes, converter)
  {
    precondition(theirs == whole, "the C library reads other text")
  }
  return 0
}

private func text(_ bytes: [UInt8], _ converter: iconv_t?) -> [UInt8]? {
  guard let converter else { return nil }
  iconv(converter, nil, nil, nil, nil)
  var input = bytes.map { CChar(bitPattern: $0) }
  var output = [CChar](repeating: 0, count: bytes.count * 4 + 16)
  let length = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output -> Int? in
      var (from, left) = (input.baseAddress, input.count)
      var (to, room) = (output.baseAddress, output.count)
      guard iconv(converter, &from, &left, &to, &room) != -1 else { return nil }
      return output.count - room
    }
  }
  return length.map { output[..<$0].map { UInt8(bitPattern: $0) } }
}
