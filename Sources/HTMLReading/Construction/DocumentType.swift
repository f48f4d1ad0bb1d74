/// What a document type declaration says (WHATWG HTML 13.2.5.53 to 13.2.5.68).
package struct DocumentType: Equatable, Sendable {
  package var name: [UInt8]?
  package var publicIdentifier: [UInt8]?
  package var systemIdentifier: [UInt8]?
  /// True for a declaration that is not whole.
  package var isDamaged = false

  /// Reads a declaration from its `<!DOCTYPE` to its end; nil if it is none.
  package init?(_ declaration: ArraySlice<UInt8>) {
    guard declaration.startsIgnoringCase(with: "<!doctype") else { return nil }
    isDamaged = declaration.last != UInt8(ascii: ">")
    var rest = declaration.dropFirst(9)
    if !isDamaged { rest = rest.dropLast() }
    rest = rest.drop(while: \.isHTMLSpace)
    let word = rest.prefix { !$0.isHTMLSpace }
    rest = rest[word.endIndex...].drop(while: \.isHTMLSpace)
    name = word.isEmpty ? nil : word.map(\.lowercased)
    if word.isEmpty { isDamaged = true }
    guard !rest.isEmpty else { return }
    let isPublic = rest.startsIgnoringCase(with: "public")
    guard isPublic || rest.startsIgnoringCase(with: "system") else {
      isDamaged = true
      return
    }
    rest = rest.dropFirst(6)
    if isPublic {
      guard readIdentifier(&rest, into: \.publicIdentifier) else { return }
      guard rest.contains(where: { !$0.isHTMLSpace }) else { return }
    }
    // What follows a whole declaration does it no harm, not even the end of the page.
    if readIdentifier(&rest, into: \.systemIdentifier), rest.contains(where: { !$0.isHTMLSpace }) {
      isDamaged = false
    }
  }

  /// Reads what stands in quotes; false if the declaration is damaged there.
  private mutating func readIdentifier(
    _ rest: inout ArraySlice<UInt8>, into identifier: WritableKeyPath<DocumentType, [UInt8]?>
  ) -> Bool {
    rest = rest.drop(while: \.isHTMLSpace)
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      isDamaged = true
      return false
    }
    let value = rest.dropFirst().prefix { $0 != quote }
    self[keyPath: identifier] = Array(value)
    guard value.endIndex < rest.endIndex else {
      isDamaged = true
      return false
    }
    rest = rest[(value.endIndex + 1)...]
    return true
  }

  /// True for those by which browsers know old pages (13.2.6.4.1).
  package var isQuirky: Bool {
    if isDamaged || name.map({ !$0.elementsEqual("html".utf8) }) ?? true { return true }
    let system = systemIdentifier?[...]
    if system?.equalsIgnoringCase("http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd") ?? false {
      return true
    }
    guard let publicIdentifier else { return false }
    if Self.quirkyNames.contains(where: publicIdentifier.equalsIgnoringCase) { return true }
    if Self.quirkyBeginnings.contains(where: publicIdentifier.startsIgnoringCase) { return true }
    let isFramesetOrTransitional = [
      "-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//",
    ]
    .contains(where: publicIdentifier.startsIgnoringCase)
    return system == nil && isFramesetOrTransitional
  }

  private static let quirkyNames = [
    "-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html",
  ]

  private static let quirkyBeginnings = [
    "+//silmaril//dtd html pro v0r11 19970101//", "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//", "-//ietf//dtd html",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer ", "-//netscape comm. corp.//dtd",
    "-//o'reilly and associates//dtd html",
    "-//sq//dtd html 2.0 hotmetal + extensions//", "-//softquad software//dtd hotmetal pro ",
    "-//softquad//dtd hotmetal pro ",
    "-//spyglass//dtd html 2.0 extended//", "-//sun microsystems corp.//dtd hotjava",
    "-//w3c//dtd html 3", "-//w3c//dtd html 4.0 frameset//", "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental ", "-//w3c//dtd w3 html 3.0//", "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html",
  ]
}
