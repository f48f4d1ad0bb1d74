import Conversions
import Exchange
import RichText
package import UniformTypeIdentifiers

/// The types of names on pasteboards, and the names that types are offered under.
///
/// The data is `TypeRegistry/targets.json` and, for the formats of rich text, `TypeRegistry/formats.json`. A name
/// that is not listed stands for the type whose identifier or MIME type it is.
package struct NameTable: Sendable {
  /// The role of a name.
  package enum Role: Sendable {
    /// It carries content.
    case content
    /// It belongs to the display system's protocol, or has a side effect.
    case `protocol`
    /// It tells something about the content.
    case marker
  }

  struct Entry {
    let name: String
    let type: UTType
  }

  private let entries: [Entry]
  private let protocolNames: [String]
  private let markers: [String]

  init(entries: [Entry], protocolNames: [String], markers: [String]) {
    self.entries = entries
    self.protocolNames = protocolNames
    self.markers = markers
  }

  package func role(of name: String) -> Role {
    if protocolNames.contains(name) { return .protocol }
    return markers.contains(name) || PrivacyMarker.isMark(name) ? .marker : .content
  }
}

// MARK: Types of names

extension NameTable {
  /// The declared type that content under this name has; nil if it carries none, or none that is declared.
  package func type(of name: String) -> UTType? {
    if let entry = entry(of: name) { return entry.type }
    guard role(of: name) == .content else { return nil }
    if name.utf8.contains(0x2F) { return UTType(declaredMIMEType: name) }
    return UTType(name).flatMap { $0.isDeclared ? $0 : $0.declaredStandIn }
  }

  /// The type that content under this name has, declared or not; nil if it carries none.
  ///
  /// An identifier stands for itself; what is neither that nor a MIME type becomes a dynamic type that has the name
  /// as its tag.
  package func typeOrUndeclared(of name: String) -> UTType? {
    if let type = type(of: name) { return type }
    guard role(of: name) == .content, !name.isEmpty else { return nil }
    if name.utf8.contains(0x2F) { return UTType(mimeType: name) }
    return UTType(undeclaredIdentifier: name)
      ?? UTType(tag: name, tagClass: .pasteboardType, conformingTo: nil)
  }

  /// True if content under this name is text.
  package func isText(_ name: String) -> Bool {
    type(of: name).flatMap(Format.init)?.isText ?? false
  }

  /// Content of a known type under a name; the format is nil where it is no text.
  typealias Readable = (name: String, type: UTType, format: Format?)

  /// The types of `names`, the best to read first; those without a declared type only if asked for.
  func readable(among names: [String], undeclared: Bool = false) -> [Readable] {
    names.enumerated()
      .compactMap { offset, name in
        let type = undeclared ? typeOrUndeclared(of: name) : type(of: name)
        return type.map { (rank(of: name), offset, name, $0) }
      }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
      .map { (name: $0.2, type: $0.3, format: Format($0.3)) }
  }

  /// The types that `names` carry, each once, the best to read first; also those that nobody declares.
  package func types(among names: [String]) -> [UTType] {
    var types: [UTType] = []
    for readable in readable(among: names, undeclared: true) where !types.contains(readable.type) {
      types.append(readable.type)
    }
    return types
  }

  /// The lists are short: a search is cheaper than a dictionary that every start of a program has to fill.
  private func entry(of name: String) -> Entry? {
    entries.first { $0.name == name }
  }

  package func rank(of name: String) -> Int {
    entries.firstIndex { $0.name == name } ?? entries.count
  }
}

// MARK: Names of types

extension NameTable {
  /// The names that content of a type is offered under, in order: those of its format, else its MIME types, the
  /// private names that it stands for, and its identifier.
  package func names(of type: UTType) -> [String] {
    if let format = FormatTable.shared.format(writing: type), let row = FormatTable.shared.row(of: format) {
      return row.names
    }
    let privateNames = type.isDynamic ? type.tags[.pasteboardType] ?? [] : []
    // The identifier of such a type says no more than its name does.
    let identifier = type.isDynamic && !privateNames.isEmpty ? [] : [type.identifier]
    let listed = entries.filter { $0.type == type }.map(\.name)
    var seen: Set<String> = []
    return (type.exchangedMIMETypes + listed + privateNames + identifier).filter {
      seen.insert($0).inserted
    }
  }
}

extension NameTable {
  /// The names that the tables have for a type, beside its identifier and MIME types.
  package func listedNames(for type: UTType) -> [String] {
    let offered = FormatTable.shared.rows.flatMap(\.names).filter { self.type(of: $0) == type }
    var seen: Set<String> = []
    return (entries.filter { $0.type == type }.map(\.name) + offered).filter { seen.insert($0).inserted }
  }
}

extension UTType {
  /// A type that nobody declares, of an identifier in reverse-DNS form; nil if the name does not have that form.
  package init?(undeclaredIdentifier name: String) {
    let parts = name.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }), name.utf8.allSatisfy(Self.isOfIdentifier) else {
      return nil
    }
    self.init(identifier: name, allowUndeclared: true)
  }

  /// Letters, digits, hyphens and full stops are what identifiers are made of.
  private static func isOfIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
    default: byte >= 0x80
    }
  }
}

extension NameTable {
  /// The table that the program is built with.
  package static let shared = NameTable(
    entries: NameDeclaration.all.compactMap { declaration in
      UTType(declaration.type).map { Entry(name: declaration.name, type: $0) }
    }, protocolNames: NameDeclaration.protocolNames, markers: NameDeclaration.markers)
}

/// A row of `TypeRegistry/targets.json`, which the build writes as a constant.
struct NameDeclaration: Sendable {
  let name: String
  let type: String
}
