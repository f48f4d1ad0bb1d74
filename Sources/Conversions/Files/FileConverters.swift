import RichText
import UniformTypeIdentifiers

/// Reads the addresses of files.
struct FileListReader: Converter {
  var from: Form { .type(.fileURL) }
  var to: Form { .files }
  var loss: Int { 0 }

  func convert(_ value: Value, _ terms: Format.Terms) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    guard let list = FileListForm.uriList.read(bytes) else {
      throw ConversionError(.unreadable, "there is no address of a file in it")
    }
    return .files(list)
  }
}

/// Makes something else of a list of files.
struct FileListWriter: Converter {
  let to: Form
  private let write: @Sendable (FileList) -> Value
  var from: Form { .files }
  var loss: Int { 1 }

  func convert(_ value: Value, _ terms: Format.Terms) throws(ConversionError) -> Value {
    guard case .files(let list) = value else { return value }
    return write(list)
  }

  /// The address of a file, the first of several.
  static let address = FileListWriter(to: .type(.fileURL)) { .bytes(FileListForm.address.write($0)) }

  /// The paths of files, one a line.
  static let paths = FileListWriter(to: .type(.plainText)) { .bytes($0.text) }

  /// A list of links to files.
  static let links = FileListWriter(to: .document) { list in
    let items = list.entries.map { entry in
      ListItem([.paragraph([.link(Link(destination: entry.address, [.text(words(for: entry))]))])])
    }
    return .document(Document([.list(List(.bullet, items: items))]))
  }

  /// A name, on one line whatever is in it.
  private static func words(for entry: FileList.Entry) -> String {
    guard case .path = entry else { return entry.address }
    return String(
      String.UnicodeScalarView(
        entry.name.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
