import Containers
import Exchange
import TypeDeclarations

// Module: SavedClipboards

/// Every file is read or refused; what is read is written again, and read as the same. Its text loses no byte when it
/// becomes anonymous.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSavedClipboard(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // The first byte tells whether the rest is an archive, a manifest in one, or text.
  guard let kind = bytes.first else { return 0 }
  let rest = Array(bytes.dropFirst())
  switch kind & 3 {
  case 0: check(rest)
  case 1:
    var zip = ZipWriter()
    zip.add("manifest.json", rest)
    zip.add("1", [1, 2, 3, 4])
    zip.add("2", Array("<b>text</b>".utf8))
    check(zip.finish())
  default:
    for kind in [AnonymousText.Kind.text, .markup, .rtf] {
      let replaced = AnonymousText.replacing(in: rest, kind)
      precondition(replaced == nil || replaced?.count == rest.count, "A length changed")
    }
  }
  return 0
}

private func check(_ file: [UInt8]) {
  guard let saved = try? SavedClipboard(decoding: file) else { return }
  precondition(saved.snapshot.names.count == saved.snapshot.representations.count, "A name stands twice")
  guard let written = try? saved.encoded() else { return }
  guard let again = try? SavedClipboard(decoding: written) else {
    preconditionFailure("It is not read again")
  }
  precondition(again == saved, "It is read differently")
}
