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

/// Writes the address of a file, the first of several.
struct FileAddressWriter: Converter {
  var from: Form { .files }
  var to: Form { .type(.fileURL) }
  var loss: Int { 1 }

  func convert(_ value: Value, _ terms: Format.Terms) throws(ConversionError) -> Value {
    guard case .files(let list) = value else { return value }
    return .bytes(FileListForm.address.write(list))
  }
}

/// Writes the paths of files, one a line.
struct FilePathWriter: Converter {
  var from: Form { .files }
  var to: Form { .type(.plainText) }
  var loss: Int { 1 }

  func convert(_ value: Value, _ terms: Format.Terms) throws(ConversionError) -> Value {
    guard case .files(let list) = value else { return value }
    return .bytes(list.text)
  }
}

/// Makes a list of links to files.
struct FileLinks: Converter {
  var from: Form { .files }
  var to: Form { .document }
  var loss: Int { 1 }

  func convert(_ value: Value, _ terms: Format.Terms) throws(ConversionError) -> Value {
    guard case .files(let list) = value else { return value }
    let items = list.entries.map { entry in
      ListItem([
        .paragraph([.link(Link(destination: entry.address, [.text(Self.words(for: entry))]))])
      ])
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
