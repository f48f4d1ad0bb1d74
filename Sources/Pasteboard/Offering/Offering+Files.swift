import Conversions
import Exchange
import UniformTypeIdentifiers

extension Offering {
  /// Offers files in every form that file managers and other programs take, whole: some paste nothing of a part.
  ///
  /// - Parameters:
  ///   - addresses: gives the address of each, when it is asked for.
  ///   - verb: what is to be done with the files.
  ///   - hasText: false if their paths are the text of the copy.
  mutating func addFiles(_ addresses: [Rendering], verb: FileList.Verb, hasText: Bool) {
    let list = Made<FileList> {
      let lines: [UInt8] = addresses.compactMap(\.bytes).flatMap { $0 + [0x0D, 0x0A] as [UInt8] }
      return FileListForm.uriList.read(lines).map { FileList($0.entries, verb: verb) }
    }
    addFiles(list)
    if verb == .cut { addCutMark() }
    if !hasText {
      let text = keep(Rendering(bytes: { list.value.map { TextEncoding.repaired($0.text) } }))
      for name in names.names(of: .plainText) { add(name, names.type(of: name), text) }
    }
  }

  private mutating func addFiles(_ list: Made<FileList>) {
    for form in FileListForm.offered {
      add(form.name, .fileURL, keep(Rendering(bytes: { list.value.map(form.write) })))
    }
  }

  private mutating func addCutMark() {
    add(FileListForm.cutMark, nil, keep(Rendering(bytes: { FileListForm.cutMarkValue })))
  }

  /// Offers what a copy of files lacks, so that what is kept of it is pasted everywhere that it was before.
  mutating func completeFiles(of copy: Snapshot) {
    guard let list = copy.files, !list.paths.isEmpty else { return }
    addFiles(Made { list })
    if list.verb == .cut { addCutMark() }
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
}
