import Conversions
import Exchange
import FilePortal
import Pictures
import RichText
import System
import UniformTypeIdentifiers

extension Offering {
  /// The marker under which the types that were copied can be asked for, a line each, first the one that conversions
  /// are made of.
  package static let sourceMarker = "application/x-pasteboard-source"

  /// The forms of an item, and those made of it.
  package init(
    _ item: PasteboardItem, _ terms: OfferingOptions = OfferingOptions(), names: NameTable = .shared
  ) {
    self.init(names: names)
    add(item, terms)
    isSensitive = item.isSensitive
    if let only = terms.only { keepOnly(only) }
  }

  /// A form that the item has.
  private struct Given {
    let type: UTType
    let format: Format?
    let key: Int
    /// The bytes as they were given, which the identifier of the type stands for.
    let givenKey: Int
    let bytes: Rendering
    /// The bytes for programs: of a page, with the pictures beside it.
    let shown: Rendering
    /// The bytes for readers: text in UTF-8, whatever it was given in.
    let read: Rendering
    let isPromised: Bool

    init(
      _ representation: PasteboardItem.Representation, _ bytes: Rendering, shown: Rendering, key: Int,
      givenKey: Int
    ) {
      (type, isPromised) = (representation.type, representation.isPromised)
      (self.bytes, self.shown, self.key, self.givenKey) = (bytes, shown, key, givenKey)
      format = Format(type)
      let isText = format?.isReadableAsItIs == true
      read = isText ? Rendering(payload: { bytes.payload?.mapped(TextEncoding.decoded) }) : bytes
    }
  }

  /// Offers what an item has, each under the names of its type, and what is made of the richest of it.
  mutating func add(_ item: PasteboardItem, _ terms: OfferingOptions = OfferingOptions()) {
    // What is there before, as a clipboard manager keeps it, was copied too.
    let kept = forms.compactMap(\.type)
    var given: [Given] = []
    for representation in item.representations {
      let bytes = Self.bytes(of: representation, isSecret: item.isSensitive)
      let shown = Self.shown(bytes, of: representation, isSecret: item.isSensitive, terms)
      let key = keep(shown)
      let isChanged =
        representation.type.conforms(to: .html) && !item.isSensitive && !representation.isPromised
      let givenKey = isChanged ? keep(Rendering(payload: { representation.payload(isSecret: false) })) : key
      given.append(Given(representation, bytes, shown: shown, key: key, givenKey: givenKey))
    }
    let isConverted = item.offersConversions && (terms.convertsSecrets || !item.isSensitive)
    let source = item.offersConversions ? richest(of: given) : nil
    for form in given {
      guard form.type != .fileURL else {
        let hasText = given.contains { $0.format != nil }
        addFiles([form.bytes], verb: terms.fileVerb, hasText: hasText)
        continue
      }
      let makesPictures = isConverted && terms.makesPictures
      if makesPictures { addPicture(.png, madeOf: form.type, form.bytes, besides: item.types) }
      // Text that is nothing else stands under the names of text alone.
      if formats.format(writing: form.type) != .plainText {
        for name in names.names(of: form.type) {
          add(name, form.type, name == form.type.identifier ? form.givenKey : form.key)
        }
      }
      addKin(form, besides: item.types)
      // An address is text, but for whoever copied text beside it.
      let isAddress = form.type.conforms(to: .url) && !given.contains { $0.format != nil }
      if form.format == .plainText || isAddress { addText(of: form) }
      if makesPictures { addPicture(.bmp, madeOf: form.type, form.bytes, besides: item.types) }
    }
    if let source {
      let formats = given.compactMap(\.format)
      if isConverted {
        addConversions(of: source, besides: formats, terms)
      } else {
        addSource(source, besides: formats)
      }
    }
    if item.offersConversions, !item.isSensitive {
      for form in given { addResults(of: terms.commands, on: form) }
    }
    addMarker((source.map { [$0.type] } ?? []) + given.map(\.type) + kept)
  }

  /// The bytes of a type as they are given, but for HTML that would be misread.
  private static func bytes(
    of representation: PasteboardItem.Representation, isSecret: Bool
  ) -> Rendering {
    let isHTML = representation.type.conforms(to: .html)
    return Rendering(payload: {
      let payload = representation.payload(isSecret: isSecret)
      return isHTML && !isSecret ? payload?.mapped(HTMLCharacterSet.declared) : payload
    })
  }

  /// A page with the pictures that lie beside it, which a program would not find; all else as it is.
  private static func shown(
    _ bytes: Rendering, of representation: PasteboardItem.Representation, isSecret: Bool,
    _ terms: OfferingOptions
  ) -> Rendering {
    guard let pictures = terms.localPictures, Format(representation.type) == .html, !isSecret else {
      return bytes
    }
    return Rendering(
      in: LargeRenderingCache(ifLarge: { $0.payload.count > 4 << 20 }),
      bytes: { bytes.bytes.map(pictures.embedded(inPage:)) })
  }

  /// Offers what is of a format, and not its very type, under the names of the format too: XHTML as HTML, a type of
  /// one's own below Markdown as Markdown, one below PNG as PNG.
  private mutating func addKin(_ given: Given, besides types: [UTType]) {
    if let picture = PictureCodec(given.type)?.contentType, given.type != picture, !types.contains(picture) {
      for name in names.names(of: picture) { add(name, picture, given.key) }
    }
    guard let format = given.format, let row = formats.row(of: format), given.type != row.type,
      given.type.conforms(to: row.type) && !types.contains(row.type)
        || row.kin.contains(where: given.type.conforms)
          && !types.contains(where: { $0.conforms(to: row.type) })
    else { return }
    let bytes = given.shown
    let key = keep(
      format == .html ? Rendering(payload: { bytes.payload?.mapped(HTMLCharacterSet.declared) }) : bytes)
    for name in row.names { add(name, row.type, key) }
  }

  private func richest(of given: [Given]) -> Given? {
    for row in formats.rows {
      if let form = given.first(where: { $0.format == row.format }) { return form }
    }
    return nil
  }

  /// Keeps what was given as text, in which what is no UTF-8 is replaced.
  private mutating func text(of given: Given) -> Int {
    let read = given.read
    return keep(Rendering(payload: { read.payload?.mapped(TextEncoding.repaired) }))
  }

  private mutating func addText(of given: Given) {
    let text = text(of: given)
    for name in names.names(of: .plainText) { add(name, names.type(of: name), text) }
  }

  mutating func addMarker(_ types: [UTType]) {
    guard let first = types.first else { return }
    var lines = first.identifier
    for (index, type) in types.enumerated() where !types[..<index].contains(type) && type != first {
      lines += "\n" + type.identifier
    }
    let bytes = Array(lines.utf8)
    add(Self.sourceMarker, nil, keep(Rendering(bytes: { bytes })))
  }
}

// MARK: Conversions

extension Offering {
  /// Offers the source as plain text where it is the text itself, without any conversion.
  private mutating func addSource(_ source: Given, besides given: [Format]) {
    guard let format = source.format, formats.row(of: format)?.plainText == .source,
      !given.contains(.plainText)
    else { return }
    addText(of: source)
  }

  private mutating func addConversions(of source: Given, besides given: [Format], _ terms: OfferingOptions) {
    guard let format = source.format, let row = formats.row(of: format) else { return }
    let conversions = SourceConversions(of: source.read, format, terms)
    // A page has its pictures in itself, so that a helper without files makes what holds them.
    let pictured =
      format == .html && terms.localPictures != nil
      ? SourceConversions(of: source.shown, format, terms) : conversions
    if !given.contains(.plainText) {
      let texts = PlainTexts(
        source: text(of: source), rendered: keep(conversions.rendering(.plainText)))
      let text = texts[terms.plainText ?? row.plainText]
      for name in names.names(of: .plainText) { add(name, names.type(of: name), text, texts) }
    }
    let isRich = format == .plainText && terms.isRich || !terms.prepared.isEmpty && row.makes.isEmpty
    for wanted in isRich ? [.html, .rtf] : row.makes
    where !given.contains(wanted) {
      guard let made = formats.row(of: wanted) else { continue }
      // Values keep their lines and spaces where no document stands between the two tables.
      let rendering =
        if let bytes = terms.prepared[wanted] {
          Rendering(bytes: { wanted == .html ? HTMLCharacterSet.declared(in: bytes) : bytes })
        } else if wanted.isTableOfData {
          conversions.direct(wanted)
        } else {
          (wanted.holdsPictures ? pictured : conversions).rendering(wanted)
        }
      let key = keep(rendering)
      for name in made.names { add(name, made.type, key, isConverted: true) }
    }
    guard !row.restrictedFormats.isEmpty, !source.isPromised, let bytes = source.bytes.bytes,
      conversions.areQuick(of: bytes.count)
    else { return }
    for wanted in row.restrictedFormats where !given.contains(wanted) {
      offerRestricted(to: wanted.type, keep(conversions.rendering(wanted))) { conversions.isFitForRestricted }
    }
  }

  /// Offers what commands make of what was copied, of nothing that is made of it itself.
  private mutating func addResults(of commands: [CommandConverter], on form: Given) {
    for command in commands where form.type.conforms(to: command.source) && form.type != command.result {
      let bytes = form.bytes
      let key = keep(
        Rendering(bytes: {
          bytes.bytes.flatMap { bytes in
            guard case .bytes(let made)? = try? command.convert(.bytes(bytes), Format.Options()) else {
              return nil
            }
            return made
          }
        }))
      for name in names.names(of: command.result) { add(name, command.result, key) }
    }
  }
}

extension Offering {
  /// The marker under which there is what comes back after content that is there for a while.
  package static let previousMarker = "application/x-pasteboard-previous"

  /// Gives what comes back afterwards to whoever asks for it under its marker.
  mutating func addPrevious(_ copy: Snapshot) {
    add(Self.previousMarker, nil, keep(Rendering(bytes: { ServiceContentFile.encode(copy) })))
  }

  /// The marker of content that serves the next paste alone, before the earlier content comes back.
  package static let recastMarker = "application/x-pasteboard-recast"

  /// The marker of content for one paste: the next request after one for it only looks.
  package static let lookMarker = "application/x-pasteboard-look"

  /// Whether a name has a value that is of no use without its owner, or for another copy.
  package static func isPassing(_ name: String) -> Bool {
    name == previousMarker || name == lookMarker || DocumentPortal.names.contains(name)
  }

  /// Lists a marker, which tells about the content and has no value.
  mutating func addMark(_ name: String) { add(name, nil, keep(Rendering(bytes: { [] }))) }

  /// Offers what was read of a copy, as it was.
  mutating func add(_ copy: Snapshot) {
    // An owner of this project says which of it was copied.
    let copied = copy.representations[Self.sourceMarker].map(Paste.copiedTypes)
    for name in copy.names {
      guard let representation = copy.representations[name] else { continue }
      let type = names.typeOrUndeclared(of: name)
      let isConverted = type.flatMap { type in copied.map { !$0.contains(where: type.conforms) } } ?? false
      add(name, type, keep(Rendering { representation }), isConverted: isConverted)
    }
  }
}

extension Offering {
  /// Offers files in every form that file managers and other programs take, whole: some paste nothing of a part.
  ///
  /// - Parameters:
  ///   - addresses: gives the address of each, when it is asked for.
  ///   - verb: what is to be done with the files.
  ///   - hasText: false if their paths are the text of the copy.
  mutating func addFiles(_ addresses: [Rendering], verb: FileList.Verb, hasText: Bool) {
    let list = OnceComputed<FileList> {
      let lines: [UInt8] = addresses.compactMap(\.bytes).flatMap { $0 + [0x0D, 0x0A] as [UInt8] }
      return FileListForm.uriList.read(lines).map { FileList($0.entries, verb: verb) }
    }
    addFiles(list)
    if verb == .cut { addCutMark() } else { addTransfer(of: list) }
    if !hasText {
      let text = keep(Rendering(bytes: { list.value.map { TextEncoding.repaired($0.text) } }))
      for name in names.names(of: .plainText) { add(name, names.type(of: name), text) }
    }
  }

  private mutating func addFiles(_ list: OnceComputed<FileList>) {
    for form in FileListForm.offered {
      add(form.name, .fileURL, keep(Rendering(bytes: { list.value.map(form.write) })))
    }
  }

  /// Offers files to programs in a sandbox, too, where the document portal is there. It only copies.
  private mutating func addTransfer(of list: OnceComputed<FileList>) {
    // Programs prefer a key to all other forms: it is listed only if the portal accepts the files, and no folder.
    guard let portal = DocumentPortal.current, let paths = list.value?.paths,
      paths.count == list.value?.entries.count,
      paths.count <= DocumentPortal.fileLimit,
      paths.allSatisfy({ (try? FileKind(FilePath($0), followsLinks: true)) == .regular })
    else { return }
    let transfer = OnceComputed<DocumentPortal.Transfer> { try? portal.transfer(of: paths) }
    let key = keep(Rendering(bytes: { transfer.value?.key }))
    for name in DocumentPortal.names { add(name, .fileURL, key) }
  }

  private mutating func addCutMark() {
    add(FileListForm.cutMark, nil, keep(Rendering(bytes: { FileListForm.cutMarkValue })))
  }

  /// Offers what a copy of files lacks, so that what is kept of it is pasted everywhere that it was before.
  mutating func completeFiles(of copy: Snapshot) {
    guard let list = copy.files, !list.paths.isEmpty else { return }
    let files = OnceComputed { list }
    addFiles(files)
    if list.verb == .cut { addCutMark() } else { addTransfer(of: files) }
  }
}

extension Snapshot {
  /// The files that were copied; nil if there are none.
  var files: FileList? {
    for form in FileListForm.all {
      guard let bytes = representations[form.name]?.bytes, var list = form.read(bytes) else { continue }
      if !form.hasVerb, representations[FileListForm.cutMark]?.bytes.first == FileListForm.cutMarkValue.first
      {
        list.verb = .cut
      }
      return list
    }
    return nil
  }
  /// Whether a file manager moves the files that were copied; nil if there are none.
  package var isCut: Bool? { files.map { $0.verb == .cut } }
}
