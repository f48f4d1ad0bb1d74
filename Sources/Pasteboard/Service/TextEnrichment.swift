import Conversions
import Exchange
import RichText
import Synchronization
import System
import UniformTypeIdentifiers

/// Decides which plain text of other programs the service offers as rich text, too: what surely is Markdown.
///
/// Programs for chats copy their answers so. Text stays as it is if a richer form is beside it, if a terminal or a clipboard
/// manager offers it, or if another program puts it back.
final class TextEnrichment: Sendable {
  /// Whether text of programs that no rule names is enriched.
  private let isForAll: Bool
  private let table: NameTable
  private let last = Mutex(Repetition())

  init(forAll isForAll: Bool, table: NameTable) {
    (self.isForAll, self.table) = (isForAll, table)
  }

  /// Markers of content that a clipboard manager owns, and nobody has just copied.
  private static let managerMarkers = ["application/x-copyq-owner", "application/x-kde-onlyReplaceEmpty"]

  /// Whether an owner offers plain text alone, and may have it enriched.
  func mayEnrich(_ targets: [String], of owner: Peer?, under rules: ApplicationRules) -> Bool {
    let contents = targets.filter { table.role(of: $0) == .content }
    guard !contents.isEmpty, contents.allSatisfy(isPlainText),
      !targets.contains(where: { Self.managerMarkers.contains($0) || PrivacyMarker.isMark($0) })
    else { return false }
    if let isWanted = rules.enriches(offering: targets, peer: owner) { return isWanted }
    let isManager = owner.flatMap(rules.requestor)?.hidesSensitive ?? false
    return isForAll && !isManager
  }

  private func isPlainText(_ name: String) -> Bool {
    table.type(of: name).map { FormatTable.shared.format(writing: $0) == .plainText } ?? false
  }

  /// The text of a copy if it surely is Markdown, and was not enriched a moment ago.
  func text(of copy: Snapshot) -> MarkdownText? {
    guard let name = table.readable(among: copy.names).first(where: { $0.format == .plainText })?.name,
      let representation = copy.representations[name]
    else { return nil }
    let text = TextEncoding.utf8(representation, name: name, table: table)
    guard ContentDetection.isSurelyMarkdown(text),
      last.withLock({ $0.allows(text, at: .now) })
    else { return nil }
    return MarkdownText(text, in: copy)
  }
}

extension TextEnrichment {
  /// Keeps the service from enriching the same text again and again, as another program puts it back. A pure value.
  struct Repetition {
    /// A program that puts a text back does so within this time.
    static let quick = Duration.seconds(2)
    /// The rest doubles with each repetition, so often at most.
    private static let doublingLimit = 6

    private var text: [UInt8] = []
    private var restEnd = MonotonicTime(nanoseconds: 0)
    private var count = 0

    /// Whether a text may be enriched now; it counts as enriched then.
    mutating func allows(_ text: [UInt8], at now: MonotonicTime) -> Bool {
      guard text == self.text else {
        (self.text, count, restEnd) = (text, 0, now + Self.quick)
        return true
      }
      guard restEnd <= now else { return false }
      let rest = Self.quick * (1 << min(count, Self.doublingLimit))
      // A person who copies it again takes longer than a program that fights.
      count = now < restEnd + rest ? count + 1 : 0
      restEnd = now + Self.quick * (1 << min(count, Self.doublingLimit))
      return true
    }
  }
}
