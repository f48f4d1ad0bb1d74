/// Makes a document of bytes in one format.
///
/// A reader is total over what calls itself its format: what it cannot understand it skips, and the text
/// survives. It fetches nothing, and its cost is linear in the size of the input.
public protocol DocumentReader: Sendable {
  /// Reads a whole document.
  ///
  /// Throws `RichTextError` if the bytes are not of this format at all, or too many.
  func read(_ bytes: [UInt8]) throws(RichTextError) -> Document
}

/// Makes bytes in one format of a document.
public protocol DocumentWriter: Sendable {
  func write(_ document: Document) -> [UInt8]
}

/// How deep readers nest what they read; deeper content stays, with its innermost wrapping left off.
///
/// The bounds keep recursion over a document safe on any thread's stack.
package enum NestingLimit {
  /// Block quotes and lists within each other.
  package static let blocks = 100
  /// Tables, definition lists and figures within each other; RTF has no words for deeper tables.
  package static let enclosures = 16
  /// Emphasis, links and the like within each other.
  package static let inlines = 50
  /// Elements of HTML within each other, whatever they are: each is a few calls while a document is made.
  package static let elements = 600
  /// Footnotes of which each is referred to in the one before, where a format has notes stand within notes.
  package static let notes = 8
}
