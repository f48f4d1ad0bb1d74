import Conversions
import DocumentModel
import MarkdownDocuments
package import UniformTypeIdentifiers

/// Tells what bytes are that nobody declared, as they come from standard input.
package enum ContentDetection {
  /// The type whose signature the bytes have; else Markdown or plain text; data if they are no text at all.
  ///
  /// A table of data stays plain text: a comma or a tab between values is no proof of one.
  package static func type(ofInput bytes: [UInt8]) -> UTType {
    if let type = ContentSignature.type(of: bytes) { return type }
    if isMarkedUTF16(bytes) { return .utf16ExternalPlainText }
    guard !ByteSearch.contains(0, in: bytes[...]), TextEncoding.isValid(bytes) else { return .data }
    return MarkdownDetection.isMarkdown(bytes) ? .markdown : .utf8PlainText
  }

  /// Whether the bytes are text that is Markdown, where a mistake would change what other people's programs paste.
  package static func isSurelyMarkdown(_ bytes: [UInt8]) -> Bool {
    type(ofInput: bytes) == .markdown && MarkdownDetection.isMarkdown(bytes, isStrict: true)
  }

  /// The type whose signature the bytes have; nil if they have none, as text has.
  package static func signature(of bytes: [UInt8]) -> UTType? { ContentSignature.type(of: bytes) }

  /// A byte order mark, whole code units, and no half of a surrogate pair by itself.
  private static func isMarkedUTF16(_ bytes: [UInt8]) -> Bool {
    guard bytes.count.isMultiple(of: 2) else { return false }
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return false }
    var awaitsLow = false
    for index in stride(from: 2, to: bytes.count, by: 2) {
      let unit = UInt16(bytes[index + (isLittle ? 1 : 0)]) << 8 | UInt16(bytes[index + (isLittle ? 0 : 1)])
      if unit == 0 || awaitsLow != UTF16.isTrailSurrogate(unit) { return false }
      awaitsLow = UTF16.isLeadSurrogate(unit)
    }
    return !awaitsLow
  }
}
