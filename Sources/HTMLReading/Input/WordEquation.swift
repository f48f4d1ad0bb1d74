import Containers

/// Reads the formulas that Word's HTML has in comments, for Word alone.
///
/// They are those of its documents, with HTML's elements for their looks among them: `m:r` holds its text directly.
struct WordEquation {
  /// Elements nested deeper are no more than what they hold.
  private static let depthLimit = 256
  private static let beginning = Array("<!--[if gte msEquation".utf8)

  private var xml = XMLWriter(fragment: ())
  /// The names of the elements that are open.
  private var open: [ArraySlice<UInt8>] = []

  /// The TeX of the formulas in a comment, each with whether it has a line of its own; none for any other comment.
  static func formulas(in source: [UInt8], _ comment: Range<Int>) -> [(tex: String, isDisplayed: Bool)] {
    guard source[comment].starts(with: beginning),
      let start = source[comment].prefix(64).firstIndex(of: UInt8(ascii: ">"))
    else { return [] }
    var equation = WordEquation()
    equation.read(source, (start + 1)..<comment.upperBound)
    var reader = XMLReader(word: equation.xml.bytes)
    var formulas: [(tex: String, isDisplayed: Bool)] = []
    while let event = reader.next() {
      guard event == .start, let name = reader.wordName, name == .m_oMath || name == .m_oMathPara else {
        continue
      }
      let isDisplayed = name == .m_oMathPara
      for tex in WordMathReader.formulas(&reader, isParagraph: isDisplayed) where !tex.isEmpty {
        formulas.append((tex, isDisplayed))
      }
    }
    return formulas
  }

  private mutating func read(_ source: [UInt8], _ range: Range<Int>) {
    xml.begin("m:x", ["xmlns:m": "http://schemas.openxmlformats.org/officeDocument/2006/math"])
    var tokenizer = MarkupTokenizer(count: range.upperBound, from: range.lowerBound)
    while let token = tokenizer.next(source.span) {
      switch token {
      case .text(let text):
        guard open.last?.elementsEqual("r".utf8) ?? false else { continue }
        appendText(source[text])
      case .startTag:
        guard let name = Self.localName(source[tokenizer.tagName]) else { continue }
        let value = tokenizer.attributes.first { source[$0.name].elementsEqual("m:val".utf8) }
        begin(name, value.map { source[$0.value] }, isEmpty: tokenizer.isSelfClosing)
      case .endTag:
        guard let name = Self.localName(source[tokenizer.tagName]),
          let index = open.lastIndex(of: name)
        else { continue }
        while open.count > index { end() }
      // The comment's own end.
      case .declaration: break
      }
    }
    while !open.isEmpty { end() }
    xml.end()
  }

  /// The name of a formula's element; nil for one of HTML's.
  private static func localName(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let local = name.dropFirst(2)
    guard name.starts(with: "m:".utf8), !local.isEmpty, local.count < 32, local.allSatisfy(\.isASCIILetter)
    else { return nil }
    return local
  }

  private mutating func begin(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>?, isEmpty: Bool) {
    guard open.count < Self.depthLimit else { return }
    xml.begin("m:" + String(decoding: name, as: UTF8.self), ["m:val": value.map(Self.decoded)])
    open.append(name)
    if isEmpty { end() }
  }

  private mutating func end() {
    open.removeLast()
    xml.end()
  }

  /// Appends a run's text, in which the ends of lines are those of the source.
  private mutating func appendText(_ text: ArraySlice<UInt8>) {
    let words = text.split(whereSeparator: \.isHTMLSpace)
    guard !words.isEmpty || text.elementsEqual(" ".utf8) else { return }
    var shown = words.map(Self.decoded).joined(separator: " ")
    if text.first == 0x20 { shown = " " + shown }
    if text.last == 0x20, !words.isEmpty { shown += " " }
    xml.element("m:t") { $0.text(shown) }
  }

  private static func decoded(_ text: ArraySlice<UInt8>) -> String {
    String(decoding: CharacterReferences.decoded(text), as: UTF8.self)
  }
}
