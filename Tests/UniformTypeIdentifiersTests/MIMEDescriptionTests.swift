import Foundation
import TestSupport
import Testing

@testable import UniformTypeIdentifiers

/// Words for types from the desktop's MIME database.
@Suite("Descriptions of the desktop")
struct MIMEDescriptionTests {
  private static let file = """
    <?xml version="1.0" encoding="utf-8"?>
    <mime-type xmlns="http://www.freedesktop.org/standards/shared-mime-info" type="text/x-sample">
      <comment>sample &amp; more</comment>
      <comment xml:lang="pt_BR">amostra</comment>
      <comment xml:lang="de">Muster &lt;eins&gt;</comment>
      <glob pattern="*.sample"/>
    </mime-type>
    """

  @Test(arguments: [
    (["de_AT", "de", ""], "Muster <eins>"), (["pt_BR", "pt"], "amostra"), (["pt", ""], "sample & more"),
    (["pt"], nil),
    ([""], "sample & more"), ([], nil),
  ])
  func `The first language that has words counts`(languages: [String], words: String?) throws {
    let directory = try TemporaryDirectory()
    try directory.write(Array(Self.file.utf8), to: "mime/text/x-sample.xml")
    #expect(MIMEDescription.text(of: "text/x-sample", languages: languages, in: [directory.path]) == words)
  }

  @Test(arguments: [
    "text/../x-sample", "../text/x-sample", "text", "text/x-sample/", "", "/etc/passwd", "text/.x",
  ])
  func `A name leads nowhere else`(name: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write(Array(Self.file.utf8), to: "mime/x-sample.xml")
    try directory.write(Array(Self.file.utf8), to: "x-sample.xml")
    #expect(MIMEDescription.text(of: name, languages: [""], in: [directory.path]) == nil)
  }

  @Test(arguments: [
    "<comment", "<comment>", "<comment xml:lang=\"de>x</comment>", "<comment></comment", "</comment>",
  ])
  func `A damaged file has no words, or some`(text: String) {
    #expect(MIMEDescription.comments(in: text).count <= 1)
  }
}
