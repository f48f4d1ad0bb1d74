import Exchange
import Foundation
import System
import TestSupport
import Testing
import TypeDeclarations

@testable import Pasteboard

/// Plain text that `pb serve --enrich` offers as rich text, too.
@Suite("Enriched text", .timeLimit(.minutes(1)))
struct TextEnrichmentTests {
  private func enrichment(forAll: Bool = true) -> TextEnrichment {
    TextEnrichment(forAll: forAll, table: .shared)
  }

  private static let rules = ApplicationRules.shared

  @Test func `Answers in the style of chats are enriched`() {
    var answers = ChatAnswers(seed: 57)
    let missed = (0..<200).map { _ in answers.next() }.filter {
      !ContentDetection.isSurelyMarkdown(Array($0.utf8))
    }
    #expect(missed.count <= 10, "\(missed.count) of 200: \(missed.prefix(3))")
  }

  /// The beginnings and the ends of program text, settings and data of this project.
  private static func otherTexts() throws -> [(name: String, text: [UInt8])] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var texts: [(name: String, text: [UInt8])] = []
    for folder in ["Sources", "TypeRegistry", "Packaging", "Tools"] {
      let files = FileManager.default.enumerator(atPath: root.path + "/" + folder)
      while let name = files?.nextObject() as? String {
        guard !name.hasSuffix(".md"),
          let data = FileManager.default.contents(atPath: "\(root.path)/\(folder)/\(name)"),
          String(validating: data, as: UTF8.self) != nil
        else { continue }
        let lines = data.split(separator: 0x0A, omittingEmptySubsequences: false)
        texts.append((name, Array(lines.prefix(40).joined(separator: [0x0A]))))
        texts.append(("\(name), its end", Array(lines.suffix(40).joined(separator: [0x0A]))))
      }
    }
    return texts
  }

  @Test func `A thousand texts of other kinds stay as they are`() throws {
    let texts = try Self.otherTexts()
    #expect(texts.count >= 1000)
    let wrong = texts.filter { ContentDetection.isSurelyMarkdown($0.text) }.map(\.name)
    #expect(wrong.isEmpty, "\(wrong)")
  }

  @Test(arguments: [
    (["UTF8_STRING"], true),
    (["TARGETS", "TIMESTAMP", "UTF8_STRING", "STRING", "TEXT", "COMPOUND_TEXT"], true),
    (["text/plain;charset=utf-8", "text/plain", "chromium/x-source-url"], true),
    (["UTF8_STRING", "text/html"], false), (["UTF8_STRING", "text/x-moz-url"], false),
    (["UTF8_STRING", "image/png"], false), (["UTF8_STRING", "application/x-editor"], false),
    (["UTF8_STRING", "text/markdown"], false), (["UTF8_STRING", "text/uri-list"], false),
    (["UTF8_STRING", "text/csv"], false), (["UTF8_STRING", "x-kde-passwordManagerHint"], false),
    (["UTF8_STRING", "org.nspasteboard.TransientType"], false),
    (["UTF8_STRING", "application/x-copyq-owner"], false),
    (["application/x-kde-onlyReplaceEmpty", "UTF8_STRING"], false), (["TARGETS", "TIMESTAMP"], false),
    ([], false),
  ])
  func `Only plain text alone may be enriched`(targets: [String], isEnriched: Bool) {
    #expect(enrichment().mayEnrich(targets, of: nil, under: Self.rules) == isEnriched)
    #expect(!enrichment(forAll: false).mayEnrich(targets, of: nil, under: Self.rules))
  }

  @Test(arguments: [
    ("xterm", "XTerm", false), ("gnome-terminal-server", "Gnome-terminal", false), ("kitty", "kitty", false),
    ("foot", "foot", false), ("org.wezfurlong.wezterm", "org.wezfurlong.wezterm", false),

    ("Navigator", "firefox", true), ("chromium", "Chromium", true),
    ("x", "Other", true),
  ])
  func `Text of terminals and clipboard managers stays as it is`(
    instance: String, name: String, isEnriched: Bool
  ) {
    let owner = Peer(instanceName: instance, className: name)
    let manager = Peer(executable: "/usr/bin/copyq")
    #expect(!enrichment().mayEnrich(["UTF8_STRING"], of: manager, under: Self.rules))
    #expect(enrichment().mayEnrich(["UTF8_STRING"], of: owner, under: Self.rules) == isEnriched)
  }

  @Test func `A rule decides for a program, whatever holds for the others`() throws {
    let file = """
      {"applications": [{"name": "Chat", "match": {"class": ["chat"]}, "asOwner": {"enrich": true}},
        {"name": "Editor", "match": {"class": ["editor"]}, "asOwner": {"enrich": false}},
        {"name": "XTerm", "match": {"class": ["xterm"]}, "asOwner": {"enrich": true}}]}
      """
    let own = try ApplicationRules(JSONValue.parse(Array(file.utf8)))
    let rules = ApplicationRules(rules: own.rules + Self.rules.rules)
    for forAll in [false, true] {
      func isEnriched(_ name: String) -> Bool {
        enrichment(forAll: forAll).mayEnrich(["UTF8_STRING"], of: Peer(className: name), under: rules)
      }
      #expect(
        isEnriched("Chat") && isEnriched("XTerm") && !isEnriched("Editor") && isEnriched("Other") == forAll)
    }
    let mistake = #"{"applications": [{"name": "A", "asOwner": {"enrich": "yes"}}]}"#
    #expect(throws: JSONError.self) { try ApplicationRules(JSONValue.parse(Array(mistake.utf8))) }
  }

  @Test func `The same text is enriched less and less often while another program puts it back`() {
    var repetition = TextEnrichment.Repetition()
    let start = MonotonicTime.now
    let allowed = (0..<6000).filter { tenth in
      repetition.allows([1], at: start + .milliseconds(100 * tenth))
    }
    // Ten minutes of a program that puts it back ten times a second.
    #expect(allowed.count <= 15, "\(allowed)")
    #expect(allowed.first == 0 && (allowed.dropFirst().first ?? 0) >= 20)
    let next = repetition.allows([2], at: start + .seconds(600))
    #expect(next, "another text is not waited for")
    // A person who copies the same again after a while gets it enriched.
    let again = repetition.allows([2], at: start + .seconds(900))
    #expect(again)
  }
}
