/// Writes XML without white space of its own (XML 1.0).
///
/// Names are written as they are; text and values are escaped, and lose what XML has no word for.
package struct XMLWriter {
  /// The text that was written, in UTF-8.
  package private(set) var bytes: [UInt8]
  /// The names of the elements that are open.
  private var open: [String] = []
  /// The start tag was written but for its end.
  private var isTagOpen = false

  /// Begins a document with its declaration.
  package init() {
    bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n".utf8)
  }

  /// Begins a part that is put into a document later.
  package init(fragment: Void) {
    bytes = []
  }

  /// Begins an element.
  package mutating func begin(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:]) {
    closeTag()
    bytes.append(UInt8(ascii: "<"))
    bytes.append(contentsOf: name.utf8)
    open.append(name)
    isTagOpen = true
    for (name, value) in attributes { attribute(name, value) }
  }

  /// Adds an attribute to the element that just began; none if there is no value.
  package mutating func attribute(_ name: String, _ value: String?) {
    guard let value, isTagOpen else { return }
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: name.utf8)
    bytes.append(contentsOf: "=\"".utf8)
    append(value, isValue: true)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Ends the innermost element.
  package mutating func end() {
    guard let name = open.popLast() else { return }
    if isTagOpen {
      bytes.append(contentsOf: "/>".utf8)
      isTagOpen = false
    } else {
      bytes.append(contentsOf: "</".utf8)
      bytes.append(contentsOf: name.utf8)
      bytes.append(UInt8(ascii: ">"))
    }
  }

  /// Writes an element without content.
  package mutating func empty(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:]) {
    begin(name, attributes)
    end()
  }

  /// Writes an element with `content` in it.
  package mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String?> = [:],
    content: (inout XMLWriter) -> Void
  ) {
    begin(name, attributes)
    content(&self)
    end()
  }

  /// Writes text.
  package mutating func text(_ text: String) {
    closeTag()
    append(text, isValue: false)
  }

  /// Writes markup as it is.
  package mutating func raw(_ markup: String) {
    closeTag()
    bytes.append(contentsOf: markup.utf8)
  }

  /// Writes markup as it is, from both sides of a word that is written as it is too: a text of all three takes longer to
  /// make than to write.
  package mutating func raw(_ before: String, _ word: String, _ after: String) {
    closeTag()
    bytes.append(contentsOf: before.utf8)
    bytes.append(contentsOf: word.utf8)
    bytes.append(contentsOf: after.utf8)
  }

  /// The same around a number.
  package mutating func raw(_ before: String, _ number: Int, _ after: String) {
    raw(before, String(number), after)
  }

  /// Writes markup as it is.
  package mutating func raw(_ markup: [UInt8]) {
    closeTag()
    bytes.append(contentsOf: markup)
  }

  /// Writes text into a value of an attribute, between raw quotation marks.
  package mutating func value(_ text: String) { append(text, isValue: true) }

  private mutating func closeTag() {
    guard isTagOpen else { return }
    bytes.append(UInt8(ascii: ">"))
    isTagOpen = false
  }

  private mutating func append(_ text: String, isValue: Bool) {
    guard text.utf8.span.needsEscapes else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": bytes.append(contentsOf: "&amp;".utf8)
      case "<": bytes.append(contentsOf: "&lt;".utf8)
      // It has to be a reference only where it would end a CDATA section (XML 1.0, 2.4).
      case ">" where isValue || bytes.suffix(2).elementsEqual("]]".utf8):
        bytes.append(contentsOf: "&gt;".utf8)
      case "\"" where isValue: bytes.append(contentsOf: "&quot;".utf8)
      case "\n" where isValue: bytes.append(contentsOf: "&#10;".utf8)
      case "\t" where isValue: bytes.append(contentsOf: "&#9;".utf8)
      case "\t", "\n": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      // XML has no words for these, not even as references.
      case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }
}

extension Span<UInt8> {
  /// True if a byte is among them that is not written as it is, or may begin a character that is not.
  fileprivate var needsEscapes: Bool {
    for index in indices {
      switch self[index] {
      case 0..<0x20, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), 0xEF:
        return true
      default: continue
      }
    }
    return false
  }
}
