/// Turns the bytes and the UTF-16 units of RTF text into UTF-8.
///
/// A character of two bytes may be cut by control words, and so may a surrogate pair: the first half waits.
struct RTFTextDecoder {
  private var codePages: [Int: CodePage] = [:]
  private var page: CodePage?
  private var pageNumber = -1
  /// The bytes of a character that is not whole yet.
  private var waiting: [UInt8] = []
  private var highSurrogate: UInt32 = 0

  /// True if nothing waits, so that ASCII can be taken as it is.
  var isIdle: Bool { waiting.isEmpty && highSurrogate == 0 }

  /// True if the first byte of a character of Shift JIS waits for the second.
  var awaitsShiftJISTrail: Bool { pageNumber == 932 && !waiting.isEmpty }

  mutating func append(_ bytes: ArraySlice<UInt8>, codePage: Int, to output: inout [UInt8]) {
    dropSurrogate(&output)
    if codePage != pageNumber {
      flush(&output)
      if codePages[codePage] == nil { codePages[codePage] = CodePage(codePage) }
      page = codePages[codePage]
      pageNumber = codePage
    }
    guard let page else { return }
    if waiting.isEmpty {
      let left = page.decode(bytes, into: &output)
      waiting.append(contentsOf: bytes.suffix(left))
    } else {
      let whole = waiting + bytes
      let left = page.decode(whole[...], into: &output)
      waiting = Array(whole.suffix(left))
    }
    // No character set has more than four bytes a character: more is no beginning of one.
    if waiting.count > 3 { flush(&output) }
  }

  /// Appends a UTF-16 unit of `\u`.
  mutating func append(unit: UInt32, to output: inout [UInt8]) {
    flushBytes(&output)
    switch unit {
    case 0xD800..<0xDC00:
      dropSurrogate(&output)
      highSurrogate = unit
    case 0xDC00..<0xE000:
      if highSurrogate == 0 {
        output.appendUTF8(0xFFFD)
      } else {
        output.appendUTF8(0x1_0000 + (highSurrogate - 0xD800) << 10 + (unit - 0xDC00))
        highSurrogate = 0
      }
    case 0x80..<0xA0:
      // Control characters to Unicode, but some programs write the bytes of Windows like this.
      dropSurrogate(&output)
      output.appendUTF8(CodePage.windowsLatin1[Int(unit) - 0x80])
    default:
      dropSurrogate(&output)
      if unit >= 0x20 && unit != 0x7F || unit == 0x09 { output.appendUTF8(unit) }
    }
  }

  /// Gives up on what waits: no more of it comes.
  mutating func flush(_ output: inout [UInt8]) {
    flushBytes(&output)
    dropSurrogate(&output)
  }

  private mutating func flushBytes(_ output: inout [UInt8]) {
    guard !waiting.isEmpty else { return }
    output.appendUTF8(0xFFFD)
    waiting = []
  }

  private mutating func dropSurrogate(_ output: inout [UInt8]) {
    guard highSurrogate != 0 else { return }
    output.appendUTF8(0xFFFD)
    highSurrogate = 0
  }
}
