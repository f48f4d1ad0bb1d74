import Containers
import Conversions
import Exchange
import RichText
import TypeDeclarations
import UniformTypeIdentifiers

/// Markdown that a web page declares under a type of its own, which browsers keep in forms of theirs.
extension Paste {
  /// The names under which each browser keeps pages' content of types that it does not know.
  private static let containers: [(target: String, read: @Sendable ([UInt8]) -> [WebCustomData.Entry])] = [
    ("chromium/x-web-custom-data", WebCustomData.chromium),
    ("application/x-moz-custom-clipdata", WebCustomData.firefox),
  ]

  /// Chromium's list of types that pages chose for other programs to see (W3C Clipboard API, "web custom
  /// formats").
  private static let formatMap = "application/web;type=\"custom/formatmap\""
  // The map is JSON of a web page, so hostile: a hundred types need a few kilobytes.
  private static let formatMapLimit = 64 << 10

  /// The Markdown that a page declares, where no target does; nil if there is none.
  func markdownOfPage(
    _ request: PasteRequest, among targets: [String], _ candidates: [CandidateRanking.Candidate],
    _ fetch: Fetch
  ) throws(PasteboardError) -> Choice? {
    guard request.type == .markdown,
      candidates.first.map({ $0.reason == .richest || $0.reason == .onlyText }) ?? true
    else { return nil }
    if targets.contains(Self.formatMap), let map = try fetched(Self.formatMap, fetch)?.bytes,
      let target = target(ofMarkdownIn: map), targets.contains(target),
      let text = try fetched(target, fetch)?.bytes, isText(text)
    {
      return choice(text, from: target)
    }
    for container in Self.containers where targets.contains(container.target) {
      guard let data = try fetched(container.target, fetch)?.bytes else { continue }
      let entries = container.read(data)
      let declared = entries.filter { isMarkdown($0.type) && isText($0.text) }
      if let entry = declared.min(by: { rank(of: $0) < rank(of: $1) }) {
        return choice(entry.text, from: container.target)
      }
      if entries.contains(where: isEditedAsMarkdown), let choice = try editedText(candidates, fetch) {
        return choice
      }
    }
    return nil
  }

  /// True for what VS Code says of the text that it copies: the mode in which it was edited.
  private func isEditedAsMarkdown(_ entry: WebCustomData.Entry) -> Bool {
    guard entry.type == "vscode-editor-data", entry.text.count <= Self.formatMapLimit,
      let value = try? JSONValue.parse(entry.text), case .object(let members) = value.content
    else { return false }
    return members.contains { $0.name == "mode" && $0.value.string == "markdown" }
  }

  private func editedText(
    _ candidates: [CandidateRanking.Candidate], _ fetch: Fetch
  ) throws(PasteboardError) -> Choice? {
    guard let plain = candidates.first(where: { $0.reason == .onlyText }),
      let text = try fetched(plain.target, fetch)
    else { return nil }
    let bytes = TextEncoding.utf8(text, name: plain.target, table: table)
    return isText(bytes) ? choice(bytes, from: plain.target) : nil
  }

  private func isMarkdown(_ type: String) -> Bool {
    table.type(of: Self.withoutParameters(type)).flatMap(Format.init) == .markdown
  }

  private static func withoutParameters(_ type: String) -> String {
    String(type.lowercased().prefix { $0 != ";" })
  }

  private func rank(of entry: WebCustomData.Entry) -> Int {
    table.rank(of: Self.withoutParameters(entry.type))
  }

  private func isText(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && !bytes.contains(0) && TextEncoding.isValid(bytes)
  }

  /// The target that the map names for Markdown.
  private func target(ofMarkdownIn map: [UInt8]) -> String? {
    guard map.count <= Self.formatMapLimit, let value = try? JSONValue.parse(map),
      case .object(let members) = value.content
    else { return nil }
    return members.first { isMarkdown($0.name) }?.value.string
  }

  private func choice(_ bytes: [UInt8], from target: String) -> Choice {
    Choice(
      bytes: bytes, target: target, type: .markdown, reason: .declared, convertedTo: nil, files: nil,
      passedOver: [])
  }
}
