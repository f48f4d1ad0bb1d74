import Conversions
import Exchange
import Pictures
import SocketSelections
import UniformTypeIdentifiers

extension Offering {
  /// The name under which the host stands that content was copied on, if that is not this machine.
  package static let hostMark = "application/x-pasteboard-host"

  /// The content to own of what was copied on another machine, or in a container.
  ///
  /// Its values are asked for when a program pastes them. Bitmaps beside better pictures are made here, and not sent.
  static func content(
    of copy: ClientCopy, policy: ServiceManagerPolicy, rules: @escaping @Sendable () -> ApplicationRules,
    names table: NameTable = .shared
  ) -> Content {
    var offering = Offering(names: table)
    let fetched = Set(policy.fetchedNames(of: copy.names))
    let copied = copy.known(sourceMarker).map(Paste.copiedTypes)
    for name in copy.names where fetched.contains(name) {
      let type = table.typeOrUndeclared(of: name)
      let isConverted = type.flatMap { type in copied.map { !$0.contains(where: type.conforms) } } ?? false
      offering.add(name, type, offering.keep(Rendering { copy.value(of: name) }), isConverted: isConverted)
    }
    offering.remakePictures(copy.names.filter { !fetched.contains($0) }, of: copy)
    offering.add(hostMark, nil, offering.keep(Rendering(bytes: { Array(copy.label.utf8) })))
    var content = offering.content(rules: rules)
    content.isSensitive = copy.isSensitive || content.isSensitive
    // The copy itself holds what has come; a value that was late once may come the next time.
    let render = content.render
    content.render = { fetched.contains($0) ? copy.value(of: $0) : render($0) }
    content.changingNames.formUnion(fetched)
    return content
  }

  /// Offers pictures in formats that were not fetched, made of one that is.
  private mutating func remakePictures(_ lacking: [String], of copy: ClientCopy) {
    let sources = copy.names.filter { !lacking.contains($0) }
    for codec in PictureCodec.all {
      for name in sources {
        guard let type = names.type(of: name), PictureCodec(type) == codec else { continue }
        let source = Rendering { copy.value(of: name) }
        for (wanted, codec) in PictureCodec.rows where codec.writes {
          let those = lacking.filter { names.type(of: $0) == wanted }
          guard !those.isEmpty else { continue }
          let key = keep(Self.picture(source, of: type, as: wanted))
          for name in those { add(name, wanted, key) }
        }
        return
      }
    }
  }
}

extension ServiceManagerPolicy {
  /// Those among the names of a copy on another machine whose values are worth sending; the host mark is set here.
  func fetchedNames(of names: [String]) -> [String] {
    let policy = snapshot(of: names)
    return names.filter { $0 != Offering.hostMark && (policy.accepts($0) || !policy.remakes($0)) }
  }
}
