import System

/// The descriptions of types in the desktop's MIME database, in the languages that it knows.
///
/// Each type has a file of its own, `mime/MEDIA/SUBTYPE.xml`, that update-mime-database writes (Shared MIME-info Database
/// specification 0.21, "The MEDIA/SUBTYPE.xml files"); only its `comment` elements are looked at.
enum MIMEDescription {
  private static let sizeLimit = 1 << 18

  /// The words for a type in the first of the languages that has some; nil if none has.
  ///
  /// - Parameter languages: as `de_AT` and `de`, the preferred first; the empty name is English.
  static func text(
    of mimeType: String, languages: [String], in dataDirectories: [String] = DataDirectories.current
  ) -> String? {
    // The name becomes part of a path.
    guard mimeType.split(separator: "/", omittingEmptySubsequences: false).count == 2,
      !mimeType.hasPrefix("."), !mimeType.contains("/."), !mimeType.utf8.contains(0)
    else { return nil }
    for directory in dataDirectories {
      let path = "\(directory)/mime/\(mimeType).xml"
      guard let bytes = try? RegularFile.bytes(of: path, limit: sizeLimit) else { continue }
      let comments = comments(in: String(decoding: bytes, as: UTF8.self))
      for language in languages {
        if let comment = comments.first(where: { $0.language == language }) { return comment.text }
      }
    }
    return nil
  }

  /// The `comment` elements, with the language of each, none for English.
  static func comments(in text: String) -> [(language: String, text: String)] {
    var comments: [(language: String, text: String)] = []
    for piece in text.split(separator: "<comment").dropFirst() {
      guard let start = piece.firstIndex(of: ">"), let end = piece[start...].firstRange(of: "</comment>")
      else {
        continue
      }
      var language = ""
      if let attribute = piece[..<start].firstRange(of: "xml:lang=\"") {
        language = String(piece[attribute.upperBound..<start].prefix { $0 != "\"" })
      }
      comments.append((language, unescaped(piece[piece.index(after: start)..<end.lowerBound])))
    }
    return comments
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.contains("&") else { return String(text) }
    return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")].reduce(
      String(text)
    ) {
      $0.replacing($1.0, with: $1.1)
    }
  }

  /// The languages that the user reads messages in, the preferred first (gettext manual, "Locale Environment Variables").
  static var languages: [String] {
    guard let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(Environment.value).first,
      !["C", "POSIX"].contains(String(locale.prefix { $0 != "." }))
    else { return [] }
    var names = Environment.list("LANGUAGE") ?? []
    names.append(locale)
    return names.flatMap { name -> [String] in
      let region = String(name.prefix { $0 != "." && $0 != "@" })
      let language = String(region.prefix { $0 != "_" })
      return language == region ? [region] : [region, language]
    }.prefix { !$0.hasPrefix("en") }
  }
}

extension UTType {
  /// The description of a type in the desktop's MIME database, in the user's language; nil if it has none.
  ///
  /// For dynamic types too, which have no description of their own.
  package var desktopDescription: String? {
    guard let mimeType = exchangedMIMETypes.first else { return nil }
    return MIMEDescription.text(of: mimeType, languages: MIMEDescription.languages + [""])
  }

  /// MIME types of a declared type on desktops, besides the MIME types that it has as tags: by its
  /// declaration, and by the
  /// desktop's MIME database.
  package var desktopMIMETypes: [String] {
    guard isDeclared else { return [] }
    let declared = exchangedMIMETypes
    let byExtension = (tags[.filenameExtension] ?? []).flatMap {
      MIMEDatabase.current.types(withExtension: $0)
    }
    var names = declaredDesktopMIMETypes
    for name in byExtension + declared + Self.desktopNames.filter({ $0.value == self }).keys.sorted()
    where UTType(desktopMIMEType: name) == self {
      if !names.contains(name) { names.append(name) }
      for synonym in MIMEDatabase.current.synonyms(of: name) where !names.contains(synonym) {
        names.append(synonym)
      }
    }
    let tags = tags[.mimeType] ?? []
    return names.filter { !tags.contains($0) }
  }

  /// The extensions that the desktop's MIME database gives files of a type that it alone knows.
  package var desktopExtensions: [String] {
    guard isDynamic, let mimeType = tags[.mimeType]?.first else { return [] }
    return MIMEDatabase.current.extensions(of: mimeType)
  }
}
