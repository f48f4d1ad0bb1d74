import Conversions
import Exchange
import RichText
import System
import UniformTypeIdentifiers

extension Paste {
  /// Gives files as what was asked for.
  func files(
    _ property: Representation, _ candidate: Chooser.Candidate, _ request: PasteRequest,
    _ candidates: [Chooser.Candidate], _ targets: [String], _ fetch: Fetch
  ) throws(PasteboardError) -> Result<Choice, PasteboardError> {
    guard let form = FileListForm.called(candidate.target),
      var list = form.read(property.bytes, host: ThisProcess.hostName ?? "")
    else { return .failure(PasteboardError(.notConvertible, "there is no file in it")) }
    // A link that was dragged or copied is a list of one address, and its text says more.
    if list.paths.isEmpty, !form.hasVerb, request.type != .fileURL,
      candidates.contains(where: { $0.reason == .onlyText })
    {
      return .failure(PasteboardError(.notConvertible, "no file of this machine is in it"))
    }
    if !form.hasVerb, targets.contains(FileListForm.cutMark),
      try fetched(FileListForm.cutMark, fetch)?.bytes.first == FileListForm.cutMarkValue.first
    {
      list.verb = .cut
    }
    do throws(ConversionError) {
      let bytes = try ConverterGraph.shared.convert(
        list, to: request.type, Format.Terms(style: request.style))
      return .success(
        Choice(
          bytes: bytes, target: candidate.target, type: candidate.type, reason: candidate.reason,
          convertedTo: request.type, files: list, passedOver: []))
    } catch {
      return .failure(PasteboardError(error))
    }
  }

  /// The files that some versions of Nautilus put on the clipboard as text, and as nothing else.
  func filesInText(_ targets: [String], _ fetch: Fetch) throws(PasteboardError) -> FileList? {
    guard let text = table.readable(among: targets).first(where: { $0.format == .plainText }),
      let representation = try fetched(text.name, fetch)
    else { return nil }
    return FileListForm.nautilusText(representation.bytes, host: ThisProcess.hostName ?? "")
  }
}
