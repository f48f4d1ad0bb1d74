/// A field that is open: its instruction, and what became of its result.
struct RTFField {
  /// UTF-8; behind `instructionEnd` the result, if that is to become part of another instruction.
  var instruction: [UInt8] = []
  var title = ""
  var placeName = ""
  /// Its link stands for the picture there.
  var isPicture = false {
    didSet { known = nil }
  }
  /// The destination of the result's text.
  var destination: RTFDestination
  /// The amount of text that the paragraph had before the field.
  let textLength: Int
  /// The link that it makes, 0 for none, and that around it.
  var link: Int32 = 0
  var outerLink: Int32 = 0
  /// The number of runs that had ended with the paragraph that the link began in; nil while that is open.
  var paragraphEnd: Int?
  /// The longest result of a field that is part of another instruction, in bytes or UTF-16 units.
  static let nestedResultLimit = 4_096
  private var resultStart: Int?
  /// The result of a form's box or list: `\ffres`, and `\ffdefres` where that is 25 for "default".
  var formResult = 25
  var formDefault = 0
  var formChoices: [String] = []

  init(destination: RTFDestination, textLength: Int) {
    self.destination = destination
    self.textLength = textLength
  }

  var hasResult: Bool { resultStart != nil }
  var instructionEnd: Int { resultStart ?? instruction.count }
  var formValue: Int { formResult == 25 ? formDefault : formResult }

  mutating func beginResult() { resultStart = instructionEnd }

  /// The request of an instruction, as far as a document can hold it.
  enum Instruction {
    case hyperlink(String, title: String)
    case picture(String)
    case symbol(UInt32)
    case noteReference(bookmark: String)
    /// The text of a bookmark, as a link to it.
    case reference(bookmark: String)
    case checkbox
    /// The instruction holds what is shown where there is no result.
    case shown(String)
    /// An entry of an index or a table of contents, shown nowhere.
    case hidden
    case other
  }

  /// The instruction as far as it was read.
  mutating func parsed() -> Instruction {
    if let known, known.length == instructionEnd { return known.meaning }
    let meaning = parse()
    known = (instructionEnd, meaning)
    return meaning
  }

  private var known: (length: Int, meaning: Instruction)?

  private func parse() -> Instruction {
    let instruction = instruction[..<instructionEnd]
    let words = Self.words(of: instruction)
    guard let name = words.first?.text.uppercased() else { return .other }
    switch name {
    case "HYPERLINK" where isPicture:
      return .picture(Self.address(words.dropFirst()))
    case "HYPERLINK":
      return .hyperlink(Self.address(words.dropFirst()), title: Self.argument(of: "o", in: words) ?? "")
    case "INCLUDEPICTURE":
      return .picture(words.dropFirst().first { !$0.isSwitch }?.text ?? "")
    case "SYMBOL":
      return Self.symbol(words).map { .symbol($0) } ?? .other
    case "NOTEREF":
      return .noteReference(bookmark: words.dropFirst().first?.text ?? "")
    case "REF" where words.dropFirst().contains { $0.isSwitch && $0.text.lowercased() == "h" }:
      return .reference(bookmark: words.dropFirst().first { !$0.isSwitch }?.text ?? "")
    case "FORMCHECKBOX":
      return .checkbox
    case "FORMDROPDOWN":
      return formChoices.indices.contains(formValue) ? .shown(formChoices[formValue]) : .other
    case "GOTOBUTTON", "MACROBUTTON":
      return .shown(Self.buttonText(instruction))
    case "QUOTE":
      return .shown(words.dropFirst().prefix { !$0.isSwitch }.map(\.text).joined(separator: " "))
    case "EQ":
      return RTFEquation.text(of: instruction).map { .shown($0) } ?? .other
    case "XE", "TC", "RD", "TA", "SET", "ASK":
      return .hidden
    default:
      return .other
    }
  }

  /// The text of a button: all that follows its name and the place or the macro, up to a format (`\* MERGEFORMAT`).
  private static func buttonText(_ instruction: ArraySlice<UInt8>) -> String {
    let format = ByteSearch.position(of: "\\*", in: instruction) ?? instruction.endIndex
    var rest = instruction[..<format].drop { $0 <= 0x20 }
    for _ in 0..<2 { rest = rest.drop { $0 > 0x20 }.drop { $0 <= 0x20 } }
    return String(Substring(String(decoding: rest, as: UTF8.self)).droppingTrailingBlanks)
  }

  private struct Word {
    var text: String
    var isSwitch: Bool
  }

  private static func address(_ words: ArraySlice<Word>) -> String {
    var address = ""
    var bookmark: String?
    var pendingSwitch: String?
    for word in words {
      if word.isSwitch {
        pendingSwitch = ["l", "o", "t"].contains(word.text.lowercased()) ? word.text.lowercased() : nil
      } else if let name = pendingSwitch {
        if name == "l" { bookmark = word.text }
        pendingSwitch = nil
      } else if address.isEmpty {
        address = word.text
      }
    }
    guard let bookmark else { return address }
    return address + "#" + bookmark
  }

  /// The character of a SYMBOL field: a code in its font, in Windows Latin 1, or with `\u` in Unicode.
  private static func symbol(_ words: [Word]) -> UInt32? {
    guard let text = words.dropFirst().first?.text else { return nil }
    var number = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    // A word with a sign, as Word writes those from 32,768 on.
    if let signed = Int16(text), signed < 0 { number = UInt32(UInt16(bitPattern: signed)) }
    guard let code = number, code < 0x11_0000 else { return nil }
    if code < 0x100 || (0xF000..<0xF100).contains(code),
      let font = SymbolFont(named: argument(of: "f", in: words) ?? "")
    {
      return font.scalar(of: UInt8(code & 0xFF))
    }
    return (0x80..<0xA0).contains(code) ? CodePage.windowsLatin1[Int(code) - 0x80] : code < 0x20 ? nil : code
  }

  private static func argument(of name: String, in words: [Word]) -> String? {
    guard let index = words.firstIndex(where: { $0.isSwitch && $0.text.lowercased() == name }),
      index + 1 < words.count
    else { return nil }
    return words[index + 1].text
  }

  /// Cuts an instruction into words, quoted strings and switches; `\\` and `\"` stand for themselves.
  private static func words(of instruction: ArraySlice<UInt8>) -> [Word] {
    let quote = UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    var words: [Word] = []
    var index = instruction.startIndex
    while index < instruction.endIndex, words.count < 64 {
      if instruction[index] <= 0x20 {
        index += 1
        continue
      }
      var isSwitch = false
      let isQuoted = instruction[index] == quote
      if isQuoted { index += 1 }
      if !isQuoted, instruction[index] == backslash, index + 1 < instruction.endIndex,
        instruction[index + 1] != backslash
      {
        isSwitch = true
        index += 1
      }
      let start = index
      while index < instruction.endIndex {
        let byte = instruction[index]
        if isQuoted ? byte == quote : byte <= 0x20 || byte == quote { break }
        index += escapes(instruction, at: index) ? 2 : 1
      }
      words.append(Word(text: unescaped(instruction[start..<index]), isSwitch: isSwitch))
      if isQuoted { index += 1 }
    }
    return words
  }

  /// True if a backslash stands there whose next character, one like it or a quotation mark, is meant as it is.
  private static func escapes(_ text: ArraySlice<UInt8>, at index: Int) -> Bool {
    let backslash = UInt8(ascii: "\\")
    guard text[index] == backslash, index + 1 < text.endIndex else { return false }
    return text[index + 1] == backslash || text[index + 1] == UInt8(ascii: "\"")
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    guard text.contains(UInt8(ascii: "\\")) else { return String(decoding: text, as: UTF8.self) }
    var result: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      if escapes(text, at: index) { index += 1 }
      result.append(text[index])
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}
