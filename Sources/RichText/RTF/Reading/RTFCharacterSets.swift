/// The character sets that RTF text needs, told before it is read.
enum RTFCharacterSets {
  /// By the names that the C library knows, at most `limit`; none if every character is written as Unicode or ASCII.
  static func names(in rtf: ArraySlice<UInt8>, limit: Int) -> Set<String> {
    let header = rtf.prefix(headerBytes)
    var pages = numbers(after: "\\ansicpg", in: header, limit)
    pages.formUnion(numbers(after: "\\cpg", in: header, limit))
    let sets = numbers(after: "\\fcharset", in: header, limit)
    // Without them the names of fonts tell, as in Windows 3.1.
    pages.formUnion(
      sets.isEmpty ? Array(RTFFont.namedCodePages.values) : sets.compactMap { RTFFont.codePages[$0] })
    if ByteSearch.contains("\\pc", in: header.prefix(64)) { pages.formUnion([437, 850]) }
    pages.remove(1252)
    let hasBytes = !pages.isEmpty && (ByteSearch.contains("\\'", in: rtf) || rtf.contains { $0 >= 0x80 })
    return hasBytes ? Set(pages.sorted().prefix(limit).map(CodePage.name)) : []
  }

  /// Where fonts are declared, also in documents of word processors that have hundreds.
  private static let headerBytes = 256 << 10

  private static func numbers(after word: String, in rtf: ArraySlice<UInt8>, _ limit: Int) -> Set<Int> {
    var numbers: Set<Int> = []
    var rest = rtf
    while numbers.count < limit, let position = ByteSearch.position(of: word, in: rest) {
      rest = rest[(position + word.utf8.count)...]
      if let number = Int(String(decoding: rest.prefix(5).prefix(while: \.isASCIIDigit), as: UTF8.self)) {
        numbers.insert(number)
      }
    }
    return numbers
  }
}
