import TypeDeclarations

/// The MIME database of the desktop (shared-mime-info): asked for what the registry does not declare.
struct MIMEDatabase: Sendable {
  /// The most important first.
  private let caches: [MIMECache]

  /// The database of this machine; without files it answers nothing.
  static let current = MIMEDatabase(dataDirectories: DataDirectories.current)

  init(dataDirectories: [String]) {
    caches = dataDirectories.compactMap { MIMECache(path: $0 + "/mime/mime.cache") }
  }

  /// The other names of a MIME type: the one that it is an alias of, and its aliases.
  ///
  /// `text/plain` and `application/octet-stream` have none: they say too little to make types equal.
  func synonyms(of name: String) -> [String] {
    let canonical = canonicalName(of: name)
    guard canonical != "text/plain", canonical != "application/octet-stream" else { return [] }
    var synonyms = canonical == name ? [] : [canonical]
    for alias in caches.flatMap({ $0.aliases(of: canonical) })
    where alias != name && !synonyms.contains(alias) {
      synonyms.append(alias)
    }
    return synonyms
  }

  /// The types that a type is a subclass of, the nearest first.
  ///
  /// To those declared comes the one that the specification implies: `text/*` is `text/plain` ("Subclassing").
  func ancestors(of name: String) -> [String] {
    var ancestors: [String] = []
    var pending = [canonicalName(of: name)]
    var next = 0
    // No more than a real hierarchy has: the database may hold cycles.
    while next < pending.count, ancestors.count < 32 {
      for parent in caches.flatMap({ $0.parents(of: pending[next]) }).map(canonicalName(of:))
      where !pending.contains(parent) {
        pending.append(parent)
        ancestors.append(parent)
      }
      next += 1
    }
    if name.hasPrefix("text/"), !ancestors.contains("text/plain") { ancestors.append("text/plain") }
    return ancestors
  }

  /// The MIME types of files with an extension, the one with the most weight first.
  func types(withExtension filenameExtension: String) -> [String] {
    let key = TypeIdentifier.folded(filenameExtension)
    var types: [(name: String, weight: Int)] = []
    for type in caches.flatMap({ $0.types(withExtension: key) })
    where !types.contains(where: { $0.name == type.name }) {
      // Stable: of equal weight, the more important directory comes first.
      types.insert(type, at: types.firstIndex { $0.weight < type.weight } ?? types.endIndex)
    }
    return types.map(\.name)
  }

  /// The lower-case extensions that only this type and its subclasses have: of one that is shared with
  /// other types, nothing follows.
  func extensionsOfItsOwn(of name: String) -> [String] {
    let canonical = canonicalName(of: name)
    return caches.flatMap { $0.extensions(of: canonical) }.filter { filenameExtension in
      TypeIdentifier.folded(filenameExtension) == filenameExtension
        && types(withExtension: filenameExtension).allSatisfy {
          $0 == canonical || ancestors(of: $0).contains(canonical)
        }
    }
  }

  /// The lower-case extensions of a type.
  func extensions(of name: String) -> [String] {
    let canonical = canonicalName(of: name)
    return Set(caches.flatMap { $0.extensions(of: canonical) }).sorted()
  }

  /// The name that a name is an alias of; itself if it is none.
  func canonicalName(of name: String) -> String {
    for cache in caches {
      if let canonical = cache.canonicalName(of: name) { return canonical }
    }
    return name
  }
}

// MARK: Files

extension MIMEDatabase {
  /// The MIME types whose globs a file's name fits best, the one with the most weight first.
  func types(ofFileNamed name: String) -> [String] {
    var matches: [MIMECache.NameMatch] = []
    for match in caches.flatMap({ $0.matches(name: name) }) {
      // Stable: of equal weight, the more important directory comes first.
      matches.insert(match, at: matches.firstIndex { $0.weight < match.weight } ?? matches.endIndex)
    }
    var types: [String] = []
    for match in matches where !types.contains(match.type) { types.append(match.type) }
    return types
  }

  /// The number of bytes at the beginning of a file the rules for its content look at.
  var magicExtent: Int { caches.reduce(0) { max($0, $1.magicExtent) } }

  /// The type that the beginning of a file has by the rules for content, of all rules that with the highest priority.
  ///
  /// - Parameter isBelieved: whether a match counts; the next one is looked for if it does not.
  func match(
    content: Span<UInt8>, where isBelieved: (MIMECache.ContentMatch) -> Bool = { _ in true }
  ) -> MIMECache.ContentMatch? {
    var best: MIMECache.ContentMatch?
    for cache in caches {
      guard let match = cache.match(content: content, where: isBelieved),
        match.priority > best?.priority ?? -1
      else { continue }
      best = match
    }
    return best
  }

  /// Whether a type is another, or one of its subclasses.
  func isType(_ name: String, a ancestor: String) -> Bool {
    let (name, ancestor) = (canonicalName(of: name), canonicalName(of: ancestor))
    return name == ancestor || ancestors(of: name).contains(ancestor)
  }
}
