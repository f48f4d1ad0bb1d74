/// Cuts RTF into groups, control words, symbols and text, one token at a time.
///
/// Works on bytes, keeps nothing but its place, and understands every input: what is no token of RTF is text.
struct RTFTokenizer {
  /// The kinds of token; what belongs to a token stands in the tokenizer's properties until the next one.
  enum Token {
    case groupStart
    case groupEnd
    /// A control word: `word`, `parameter`.
    case word
    /// A control symbol: `symbol` is the byte after the backslash.
    case symbol
    /// A byte in hexadecimal, `\'hh`: `symbol` is its value.
    case hexadecimal
    /// Bytes that stand for themselves: `range`, `isPlain`.
    case text
    /// The raw bytes of `\bin`: `range`.
    case binary
    case end
  }

  let bytes: [UInt8]
  private(set) var position: Int
  private let words = RTFControlWordTable.shared

  /// The control word, nil if it is none that matters.
  private(set) var word: RTFControlWord?
  /// The number after the control word, saturated to 32 bits.
  private(set) var parameter: Int?
  private(set) var symbol: UInt8 = 0
  private(set) var range = 0..<0
  /// True if all bytes of the text are plain.
  private(set) var isPlain = false

  init(_ bytes: [UInt8], position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  mutating func next() -> Token {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "{"):
        position += 1
        return .groupStart
      case UInt8(ascii: "}"):
        position += 1
        return .groupEnd
      case UInt8(ascii: "\\"):
        position += 1
        return readControl()
      case 0x09, 0x20...0xFF:
        return readText()
      default:
        position += 1
      }
    }
    return .end
  }

  /// Passes over the rest of the group that is open, its closing brace included.
  mutating func skipGroup() {
    var depth = 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "{"):
        depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return }
      case UInt8(ascii: "\\"):
        // Only `\bin` may hold braces of its own; an escaped brace is passed over with its backslash.
        guard position < bytes.count else { return }
        if bytes[position] == UInt8(ascii: "b") {
          _ = readControl()
        } else {
          position += 1
        }
      default:
        break
      }
    }
  }

  /// Takes the next byte as text even if it means something to RTF, but for one in hexadecimal (`\'`).
  mutating func takeByte() -> UInt8? {
    guard position < bytes.count, bytes[position] >= 0x20 else { return nil }
    if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "'")
    {
      return nil
    }
    defer { position += 1 }
    return bytes[position]
  }

  /// Takes the next byte if it stands in hexadecimal right here, and is text: a line end has a meaning.
  mutating func takeHexadecimal() -> UInt8? {
    guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "'")
    else { return nil }
    let start = position
    position += 2
    if case .hexadecimal = readHexadecimal(), symbol != 0x0D, symbol != 0x0A { return symbol }
    position = start
    return nil
  }

  private mutating func readText() -> Token {
    let (end, largest) = scanText()
    range = position..<end
    isPlain = largest < 0x7F
    position = end
    return .text
  }

  /// The position where the text ends, and its largest byte.
  private func scanText() -> (end: Int, largest: UInt8) {
    let text = bytes.span
    var end = position + 1
    var largest = text[position]
    while end < text.count {
      let byte = text[end]
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "\\") { break }
      if byte < 0x20 && byte != 0x09 { break }
      largest = max(largest, byte)
      end += 1
    }
    return (end, largest)
  }

  private mutating func readControl() -> Token {
    guard position < bytes.count else { return .end }
    let first = bytes[position]
    guard first.isASCIILetter else {
      position += 1
      if first == UInt8(ascii: "'") { return readHexadecimal() }
      if first == UInt8(ascii: "\r"), position < bytes.count, bytes[position] == UInt8(ascii: "\n") {
        position += 1
      }
      symbol = first
      return .symbol
    }
    let scanned = scanWord()
    word = words[scanned.hash]
    parameter = scanned.parameter
    position = scanned.end
    if word == .bin {
      let count = min(max(0, parameter ?? 0), bytes.count - position)
      range = position..<(position + count)
      position += count
      return .binary
    }
    return .word
  }

  /// The letters of a control word, its parameter, and where it ends with the space behind it.
  @inline(__always)  // A call for each word costs a twentieth of all that is done to read RTF.
  private func scanWord() -> (hash: UInt64, parameter: Int?, end: Int) {
    let text = bytes.span
    var end = position
    /// The byte at `end`; at the end of the text one that is part of no word.
    func byte() -> UInt8 { end < text.count ? text[end] : 0 }

    var hash = RTFControlWordTable.seed
    while byte().isASCIILetter {
      hash = RTFControlWordTable.mix(hash, byte())
      end += 1
    }
    var parameter: Int?
    let isNegative = byte() == UInt8(ascii: "-")
    let digits = isNegative ? end + 1 : end
    if digits < text.count, text[digits].isASCIIDigit {
      var value = 0
      end = digits
      while byte().isASCIIDigit {
        value = min(value * 10 + Int(byte() - UInt8(ascii: "0")), Int(Int32.max))
        end += 1
      }
      parameter = isNegative ? -value : value
    }
    if byte() == UInt8(ascii: " ") { end += 1 }
    return (hash, parameter, end)
  }

  private mutating func readHexadecimal() -> Token {
    var next = position
    guard let high = nextDigit(&next), let low = nextDigit(&next) else {
      symbol = UInt8(ascii: "'")
      return .symbol
    }
    position = next
    symbol = high << 4 | low
    return .hexadecimal
  }

  /// The value of the hexadecimal digit at `next`, after a line ending that some mailer put there.
  private func nextDigit(_ next: inout Int) -> UInt8? {
    while next < bytes.count, bytes[next] == UInt8(ascii: "\r") || bytes[next] == UInt8(ascii: "\n") {
      next += 1
    }
    guard next < bytes.count else { return nil }
    defer { next += 1 }
    return bytes[next].hexadecimalValue
  }
}

extension UInt8 {
  /// True for printable ASCII and the tab, which are the same in all character sets.
  var isPlainText: Bool { self >= 0x20 && self < 0x7F || self == 0x09 }
}

/// The control words that the reader acts on, by their spelling in RTF 1.9.1.
enum RTFControlWord: String, CaseIterable {
  // The document and its character sets.
  case ansi, mac, pc, pca, ansicpg, deff, uc, u, bin, fromhtml, fromtext, htmlrtf, htmltag, mhtmltag, upr, ud
  case generator

  // Tables of the header.
  case fonttbl, fcharset, cpg, fmodern, fprq, falt, colortbl, red, green, blue, stylesheet, s, cs, ts, ds
  case sbasedon, listtable, list, listlevel, listid, levelnfc, levelnfcn, levelstartat, leveltext
  case levellegal
  case levelnumbers, listoverridetable, listoverride, lfolevel, ls, ilvl

  // Characters.
  case plain, f, af, fs, b, i, ul, ulnone, uld, uldash, uldashd, uldashdd, uldb, ulth, ulw, ulwave, ulhwave
  case ulldash, ulthd, ulthdash, ulthdashd, ulthdashdd, ulthldash, ululdbwave, strike, striked, `super`, sub,
    nosupersub, up, dn, highlight, chcbpat, cb, v, deleted, mvf, rtlch, ltrch, ab, ai
  case loch, hich, dbch

  // Paragraphs.
  case pard, par, outlinelevel, li, ri, fi, sa, ql, qr, qc, qj, qd, contextualspace, brdrt, brdrb, brdrl
  case brdrr, brdrbtw, brdrs, brdrth, brdrdb, brdrdot, brdrdash, brdrhair, brdrtriple, brdrdashsm, brdrdashd
  case brdrdashdd, brdrwavy, box, line, lbr, page, column, sect, softline, dropcapli

  // Lists before Word 97, and the text of markers.
  case pn, pnlvlblt, pnlvlcont, pnstart, pntext, pntxta, pntxtb, listtext

  // Tables.
  case trowd, cellx, row, cell, nestcell, nestrow, nesttableprops, nonesttables, intbl, itap, trhdr, trleft
  case clmgf, clmrg, clvmgf, clvmrg
  case clbrdrt, clbrdrb, clbrdrl, clbrdrr, trbrdrt, trbrdrb, trbrdrl, trbrdrr
  case trbrdrh, trbrdrv, abitableprops, abicellprops, abiendtable

  // Fields, notes, pictures.
  case field, fldinst, fldrslt, footnote, bkmkstart, bkmkend, formfield, ffres, ffdefres, ffl, pict, pngblip
  case jpegblip, emfblip, wmetafile, dibitmap, picw, pich, shppict, nonshppict, picprop, sp, sn, sv, shp,
    shpinst, shprslt, shptxt, object, objdata
  case result, NeXTGraphic, `do`, dptxbxtext, picwgoal, pichgoal, picscalex, picscaley

  // Formulas.
  case moMath, moMathPara, mmathPict

  // Characters by name.
  case tab, emdash, endash, emspace, enspace, qmspace, bullet, lquote, rquote, ldblquote, rdblquote, zwj
  case zwnj, zwbo, zwnbo, ltrmark, rtlmark

  // Destinations without text of the document, also those that only files with lost marks do not mark so.
  case info, header, headerl, headerr, headerf, footer, footerl, footerr, footerf, ftnsep, ftnsepc, ftncn
  case aftnsep, aftnsepc, aftncn, annotation, atnid, atnauthor, atnref, atnicn, atndate, atnparent
  case atrfstart, atrfend, xe, tc, tcn, rxe, txe, revtbl, filetbl, `private`, fldtype, datafield, background
  case pgdsctbl, themedata, colorschememapping, latentstyles, datastore, xmlnstbl, rsidtbl, userprops
  case mmathPr, listname, listpicture, blipuid, template, xmlopen, xmlclose, pgp, defchp, defpap, docvar
  case wgrffmtfilter

  // What Pasteboard's writer adds for its reader, in destinations that others pass over.
  case pbinfo, pbtitle, pbplace, pbpicture
}

/// Finds control words by a hash of their letters, which the tokenizer computes as it reads them.
///
/// The hash has 64 bits and stands for the word: that an unknown word shares it with a known one is as good
/// as impossible by chance, and who arranges it gains nothing but that word's effect.
struct RTFControlWordTable: Sendable {
  static let shared = RTFControlWordTable()
  static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  private struct Slot {
    var hash: UInt64 = 0
    var word: RTFControlWord?
  }

  private static let bits: UInt64 = 10
  private var slots = [Slot](repeating: Slot(), count: 1 << bits)

  private init() {
    for word in RTFControlWord.allCases {
      let hash = word.rawValue.utf8.reduce(Self.seed, Self.mix)
      var slot = Self.slot(of: hash)
      while slots[slot].word != nil { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Slot(hash: hash, word: word)
    }
  }

  /// One step of FNV-1a.
  static func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  private static func slot(of hash: UInt64) -> Int {
    Int((hash &* 0x9E37_79B9_7F4A_7C15) >> (64 - bits))
  }

  subscript(hash: UInt64) -> RTFControlWord? {
    var slot = Self.slot(of: hash)
    while let word = slots[slot].word {
      if slots[slot].hash == hash { return word }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }
}
