import Synchronization
import UniformTypeIdentifiers

/// A source whose bytes are had when somebody first asks for something that needs them.
final class PromisedSource: Sendable {
  /// The source without bytes, which tells what it can be offered as.
  let outline: SourceRepresentation
  private let provide: @Sendable () -> [UInt8]?
  private let made = Mutex<SourceRepresentation??>(nil)

  init(_ type: UTType, table: TargetTable = .shared, provide: @escaping @Sendable () -> [UInt8]?) {
    outline = SourceRepresentation([], type: type, table: table)
    self.provide = provide
  }

  /// The format that it is read as; nil if it is no text.
  var format: RichTextFormat? { RichTextFormat(outline.type) }

  /// The targets of its own type.
  var ownTargets: [String] {
    // The marker tells of the whole offer what it is made of, which this source need not be.
    outline.targets(only: [outline.type]).filter { $0 != SourceRepresentation.sourceTarget }
  }

  /// Nil if its provider has no bytes.
  var representation: SourceRepresentation? {
    made.withLock { made in
      if let ready = made { return ready }
      let source = provide().map {
        SourceRepresentation($0, type: outline.type, plainText: outline.plainText, table: outline.table)
      }
      made = .some(source)
      return source
    }
  }
}
