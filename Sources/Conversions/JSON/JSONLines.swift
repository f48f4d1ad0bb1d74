import RichText
import TypeDeclarations
package import UniformTypeIdentifiers

/// JSON Lines: a value of JSON on each line, which together are none.
package enum JSONLines {
  /// The types, each as an extension of files names it.
  package static let types: [UTType] = [.jsonLines, .newlineDelimitedJSON]

  /// The number of lines that are looked at.
  private static let lineLimit = 100

  /// Whether a type is one of them.
  package static func isType(_ type: UTType) -> Bool { types.contains { type.conforms(to: $0) } }

  /// Whether there are several lines, each an object: lists in brackets may be text of any kind.
  package static func areIn(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.prefix(1 << 20).split(separator: 0x0A, maxSplits: lineLimit).dropLast(
      bytes.count > 1 << 20 ? 1 : 0
    )
    .prefix(lineLimit)
    return lines.count > 1
      && lines.allSatisfy { (try? JSONValue.parse(Array($0), within: .content))?.members != nil }
  }

  /// The values of the lines as one array of JSON, each as it is spelled.
  ///
  /// Throws `ConversionError` with the number of the first line that is no value.
  package static func array(of bytes: [UInt8]) throws(ConversionError) -> [UInt8] {
    var array: [UInt8] = [UInt8(ascii: "[")]
    array.reserveCapacity(bytes.count + 2)
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    var isFirst = true
    for (index, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { !$0.isHTMLSpace }) else { continue }
      do throws(JSONError) {
        _ = try JSONValue.parse(Array(line), within: .content)
      } catch {
        throw ConversionError(.unreadable, "not valid JSON Lines: line \(index + 1): \(error.message)")
      }
      // Each value stays on its line, for messages about it.
      if !isFirst { array += ",\n".utf8 }
      isFirst = false
      array += line
    }
    return array + Array("]\n".utf8)
  }

  /// The elements of arrays of JSON, one a line; of several tables, the rows of all.
  ///
  /// Throws `ConversionError` for what is no JSON.
  package static func lines(of bytes: [UInt8]) throws(ConversionError) -> [UInt8] {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.parse(bytes, within: .content)
    } catch {
      throw ConversionError(.unreadable, "not valid JSON: \(error)")
    }
    var lines: [UInt8] = []
    for row in rows(of: value) {
      var text = JSONText()
      text.append(row)
      lines += text.bytes
      lines.append(0x0A)
    }
    return lines
  }

  private static func rows(of value: JSONValue) -> [JSONValue] {
    guard let elements = value.array else { return [value] }
    let areTables =
      !elements.isEmpty
      && elements.allSatisfy { element in
        element.array.map { rows in !rows.isEmpty && rows.allSatisfy { $0.members != nil } } ?? false
      }
    return areTables ? elements.flatMap { $0.array ?? [] } : elements
  }
}

extension UTType {
  /// JSON Lines by the name of its project (jsonlines.org).
  package static let jsonLines = UTType("org.jsonlines.jsonl") ?? .json
  /// The same by another name.
  package static let newlineDelimitedJSON = UTType("public.ndjson") ?? .json
}

/// Reads JSON Lines as an array.
struct JSONLinesReader: Converter {
  let type: UTType

  static let all = JSONLines.types.map(JSONLinesReader.init)

  var from: Form { .type(type) }
  var to: Form { .type(.json) }
  var loss: Int { 0 }

  func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    return .bytes(try JSONLines.array(of: bytes))
  }
}

/// Writes separated values as JSON Lines.
struct DelimitedAsJSONLines: Converter {
  let format: Format
  let type: UTType

  static let all = Format.tablesOfData.flatMap { format in
    JSONLines.types.map { DelimitedAsJSONLines(format: format, type: $0) }
  }

  var from: Form { .type(format.type) }
  var to: Form { .type(type) }
  var loss: Int { 0 }

  func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
    guard case .bytes(let rows) = try DelimitedAsJSON(format: format).convert(value, terms) else {
      return value
    }
    return .bytes(try JSONLines.lines(of: rows))
  }
}

/// Writes JSON as JSON Lines: each element of an array on its line.
struct JSONLinesWriter: Converter {
  let type: UTType

  static let all = JSONLines.types.map(JSONLinesWriter.init)

  var from: Form { .type(.json) }
  var to: Form { .type(type) }
  var loss: Int { 0 }

  func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    return .bytes(try JSONLines.lines(of: bytes))
  }
}
