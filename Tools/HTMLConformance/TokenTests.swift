import Foundation
import RichText

/// The tests of the tokenizer: a text, the state that the tokenizer is in, and its tokens.
enum TokenTests {
  /// The numbers of cases that passed and that there are, and what was wrong with the others.
  static func run(_ file: URL) throws -> (passed: Int, count: Int, failures: [String]) {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
    let tests = (json["tests"] ?? json["xmlViolationTests"]) as? [[String: Any]] ?? []
    var (passed, count, failures) = (0, 0, [String]())
    for test in tests {
      let isEscaped = test["doubleEscaped"] as? Bool ?? false
      let input = unescaped(test["input"] as? String ?? "", isEscaped)
      let wanted = canonical(test["output"] as? [Any] ?? [], isEscaped)
      for state in test["initialStates"] as? [String] ?? ["Data state"] {
        count += 1
        let found = canonical(tokens(input, state, test["lastStartTag"] as? String), false)
        if found == wanted {
          passed += 1
        } else {
          failures.append(
            "\(file.lastPathComponent) \(test["description"] ?? "") [\(state)]: \(found) instead of \(wanted)"
          )
        }
      }
    }
    return (passed, count, failures)
  }

  private static func tokens(_ input: String, _ state: String, _ lastTag: String?) -> [Any] {
    let prefix = Array((lastTag ?? "").utf8)
    var result: [Any] = []
    var reader = TokenReader(prefix + Array(input.utf8))
    reader.tokenizer = MarkupTokenizer(count: prefix.count + input.utf8.count, from: prefix.count)
    let name = 0..<prefix.count
    switch state {
    case "RCDATA state": result.append(["Character", text(&reader, .characterData, name)])
    case "RAWTEXT state": result.append(["Character", text(&reader, .raw, name)])
    case "Script data state": result.append(["Character", text(&reader, .script, name)])
    case "PLAINTEXT state": result.append(["Character", reader.rawText(.plain, of: name)])
    case "CDATA section state":
      var inner = TokenReader(Array("<![CDATA[".utf8) + Array(input.utf8))
      if let token = inner.next(readsCharacterData: true), case .text(let text) = token {
        result.append(["Character", text])
      }
      reader = inner
    default: break
    }
    while let token = reader.next(readsCharacterData: false) {
      switch token {
      case .text(let text): result.append(["Character", text])
      case .comment(let text): result.append(["Comment", text])
      case .endTag(_, let name): result.append(["EndTag", name])
      case .startTag(_, let name, let attributes, let isSelfClosing):
        result.append(["StartTag", name, attributes] + (isSelfClosing ? [true] as [Any] : []))
      case .documentType(let type):
        func value(_ bytes: [UInt8]?) -> Any { bytes.map { String(decoding: $0, as: UTF8.self) } ?? NSNull() }
        result.append([
          "DOCTYPE", value(type.name), value(type.publicIdentifier), value(type.systemIdentifier),
          !type.isDamaged,
        ])
      }
    }
    return result
  }

  private static func text(
    _ reader: inout TokenReader, _ kind: TreeConstruction<ParsedDocument>.TextKind, _ name: Range<Int>
  ) -> String {
    // Without a tag before it no end tag is the right one.
    name.isEmpty ? wholeText(&reader, kind) : reader.rawText(kind, of: name)
  }

  private static func wholeText(
    _ reader: inout TokenReader, _ kind: TreeConstruction<ParsedDocument>.TextKind
  ) -> String {
    let rest = reader.tokenizer.position..<reader.source.count
    let text = reader.decoded(rest, .isReplaced, readsReferences: kind == .characterData)
    reader.tokenizer = MarkupTokenizer(count: reader.source.count, from: reader.source.count)
    return text
  }

  /// Tokens with neighbouring texts joined, in one spelling.
  private static func canonical(_ tokens: [Any], _ isEscaped: Bool) -> String {
    var joined: [[Any]] = []
    for token in tokens {
      guard let parts = (token as? [Any])?.map({ ($0 as? String).map { unescaped($0, isEscaped) } ?? $0 })
      else { continue }
      if parts.first as? String == "Character", let last = joined.last, last.first as? String == "Character" {
        joined[joined.count - 1][1] = "\(last[1])\(parts[1])"
      } else {
        joined.append(parts)
      }
    }
    joined.removeAll { $0.first as? String == "Character" && ($0[1] as? String)?.isEmpty ?? false }
    let data = try? JSONSerialization.data(withJSONObject: joined, options: [.sortedKeys])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// A text in which `\uXXXX` stands for a character, if it is written so.
  private static func unescaped(_ text: String, _ isEscaped: Bool) -> String {
    guard isEscaped else { return text }
    let mark = "\\u"
    var units: [UInt16] = []
    var rest = text[...]
    while let range = rest.range(of: mark) {
      units += Array(rest[..<range.lowerBound].utf16)
      let digits = rest[range.upperBound...].prefix(4)
      units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
      rest = rest[range.upperBound...].dropFirst(4)
    }
    return String(decoding: units + Array(rest.utf16), as: UTF16.self)
  }
}
