/// A field that is open: its instruction, and what became of its result.
struct RTFField {
  /// UTF-8.
  var instruction: [UInt8] = []
  var title = ""
  /// Where the text of the result goes.
  var destination: RTFDestination
  var hasResult = false
  /// The state of a check box of a form: `\ffres`, and `\ffdefres` where that says "default".
  var formResult = 25
  var formDefault = 0

  init(destination: RTFDestination) { self.destination = destination }

  /// What an instruction asks for, as far as a document can hold it.
  enum Instruction {
    case hyperlink(String)
    case picture(String)
    case symbol(UInt32)
    case noteReference(bookmark: String)
    case checkbox
    /// An entry of an index or a table of contents, shown nowhere.
    case hidden
    case other
  }

  /// The instruction as far as it was read.
  mutating func parsed() -> Instruction {
    if let known, known.length == instruction.count { return known.meaning }
    let meaning = parse()
    known = (instruction.count, meaning)
    return meaning
  }

  private var known: (length: Int, meaning: Instruction)?

  private func parse() -> Instruction {
    let words = Self.words(of: instruction)
    guard let name = words.first?.text.uppercased() else { return .other }
    switch name {
    case "HYPERLINK":
      return .hyperlink(Self.address(words.dropFirst()))
    case "INCLUDEPICTURE":
      return .picture(words.dropFirst().first { !$0.isSwitch }?.text ?? "")
    case "SYMBOL":
      return Self.symbol(words).map { .symbol($0) } ?? .other
    case "NOTEREF":
      return .noteReference(bookmark: words.dropFirst().first?.text ?? "")
    case "FORMCHECKBOX":
      return .checkbox
    case "XE", "TC", "RD", "TA", "SET", "ASK":
      return .hidden
    default:
      return .other
    }
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
    let code = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    guard let code, code < 0x11_0000 else { return nil }
    if let byte = UInt8(exactly: code), let font = SymbolFont(named: argument(of: "f", in: words) ?? "") {
      return font.scalar(of: byte)
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
  private static func words(of instruction: [UInt8]) -> [Word] {
    let quote = UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    var words: [Word] = []
    var index = 0
    while index < instruction.count, words.count < 64 {
      if instruction[index] <= 0x20 {
        index += 1
        continue
      }
      var text: [UInt8] = []
      var isSwitch = false
      let isQuoted = instruction[index] == quote
      if isQuoted { index += 1 }
      if !isQuoted, instruction[index] == backslash, index + 1 < instruction.count,
        instruction[index + 1] != backslash
      {
        isSwitch = true
        index += 1
      }
      while index < instruction.count {
        let byte = instruction[index]
        if isQuoted ? byte == quote : byte <= 0x20 || byte == quote { break }
        index += 1
        if byte == backslash, index < instruction.count, [quote, backslash].contains(instruction[index]) {
          text.append(instruction[index])
          index += 1
        } else {
          text.append(byte)
        }
      }
      if isQuoted { index += 1 }
      words.append(Word(text: String(decoding: text, as: UTF8.self), isSwitch: isSwitch))
    }
    return words
  }
}
