package import Containers

/// The names of a vocabulary that a reader of documents knows.
///
/// A case is called as the name is spelt, with `_` for the colon and capitals for hyphens: `text_styleName` is
/// `text:style-name`. What has no `_`, or one at its beginning alone, is an attribute without a namespace.
package protocol XMLName: CaseIterable, RawRepresentable, Sendable where RawValue == Int {
  static var namespaces: [XMLVocabulary.Namespace] { get }
  /// A capital stands for a hyphen and a small letter.
  static var hasHyphens: Bool { get }
}

extension XMLName {
  package static func makeVocabulary() -> XMLVocabulary {
    XMLVocabulary(namespaces: namespaces, names: allCases.map(\.spelling))
  }

  private var spelling: String {
    var spelling = ""
    for character in "\(self)".drop(while: { $0 == "_" }) {
      if character == "_" {
        spelling += ":"
      } else if Self.hasHyphens, character.isUppercase {
        spelling += "-" + character.lowercased()
      } else {
        spelling.append(character)
      }
    }
    return spelling
  }
}

extension XMLReader {
  /// The value of an attribute of the element that began.
  package func attribute(_ name: some XMLName) -> String? { attribute(name.rawValue) }

  /// The whole number of an attribute of the element that began.
  package func number(_ name: some XMLName) -> Int? { number(name.rawValue) }

  /// True if the element that began has an attribute.
  package func hasAttribute(_ name: some XMLName) -> Bool { hasAttribute(name.rawValue) }

  /// Reads the elements within the one that began, up to its end; what `body` leaves of one is passed over.
  package mutating func forEachChild(_ body: (inout XMLReader) -> Void) {
    let depth = self.depth
    while let event = next() {
      switch event {
      case .start:
        let child = self.depth
        body(&self)
        while self.depth >= child, next() != nil {}
      case .end where self.depth < depth:
        return
      case .end, .text:
        continue
      }
    }
  }

  /// The text within the element that began, up to its end, in UTF-8; elements in it are passed over.
  package mutating func readText() -> [UInt8] {
    var text: [UInt8] = []
    let depth = self.depth
    while let event = next() {
      switch event {
      case .start: skip()
      case .text: appendText(to: &text)
      case .end where self.depth < depth: return text
      case .end: continue
      }
    }
    return text
  }
}
