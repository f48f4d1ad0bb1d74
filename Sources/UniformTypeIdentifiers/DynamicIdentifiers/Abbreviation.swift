/// The short forms of keys and supertypes in dynamic identifiers: positions in this list, in hexadecimal.
enum Abbreviation {
  static let supertypeKey = "UTTypeConformsTo"

  /// Empty where the meaning is not known; such types are spelt out.
  private static let table = [
    supertypeKey, "public.filename-extension", "com.apple.ostype", "public.mime-type",
    "com.apple.nspboard-type", "public.url-scheme", "public.data", "public.text", "public.plain-text",
    "public.utf16-plain-text", "com.apple.traditional-mac-plain-text", "public.image", "public.video",
    "public.audio", "public.directory", "public.folder", "com.apple.package", "", "", "public.content",
  ]

  static func short(for name: String) -> String {
    table.firstIndex(of: name).map { String($0, radix: 16, uppercase: true) } ?? name
  }

  static func long(for name: String) -> String {
    guard name.utf8.count <= 2, let index = Int(name, radix: 16), table.indices ~= index,
      !table[index].isEmpty, short(for: table[index]) == name
    else { return name }
    return table[index]
  }
}
