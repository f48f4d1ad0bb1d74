/// The program that wrote a piece of HTML, as far as its dialect needs rules of its own.
enum HTMLProducer: Hashable, Sendable {
  case word, wordOnline, excel
  case libreOffice, libreOfficeCalc
  case googleDocs, googleSheets
  case abiWord, qt
  case gmail, slack, teams, quill
  case other

  /// True for programs whose tables are data, however they look.
  var isSpreadsheet: Bool {
    self == .excel || self == .libreOfficeCalc || self == .googleSheets
  }

  /// What each program leaves in the first bytes of its HTML, in the order in which to look.
  private static let signs: [(sign: String, producer: HTMLProducer)] = [
    ("docs-internal-guid", .googleDocs),
    ("google-sheets-html-origin", .googleSheets),
    ("urn:schemas-microsoft-com:office:excel", .excel),
    ("content=\"excel", .excel),
    ("ListContainerWrapper", .wordOnline),
    ("SCXW", .wordOnline),
    ("urn:schemas-microsoft-com:office:word", .word),
    ("content=\"microsoft word", .word),
    ("content=microsoft word", .word),
    ("mso-", .word),
    ("class=mso", .word),
    ("class=\"mso", .word),
    ("qrichtext", .qt),
    ("xhtml-awml", .abiWord),
    ("awml:style", .abiWord),
    ("content=\"libreoffice", .libreOffice),
    ("content=\"openoffice", .libreOffice),
    ("gmail_", .gmail),
    ("data-stringify-", .slack),
    ("copy-paste-block", .teams),
    ("ql-indent-", .quill),
  ]

  /// How many bytes are looked through for a sign.
  private static let lookAhead = 16 * 1024

  static func detect(in source: [UInt8]) -> HTMLProducer {
    let head = source.prefix(lookAhead).map(\.lowercased)
    for (sign, producer) in signs where head.firstOccurrence(of: sign.lowercased()) != nil {
      if producer == .libreOffice,
        head.firstOccurrence(of: "sdval=") ?? head.firstOccurrence(of: "sdnum=") != nil
      {
        return .libreOfficeCalc
      }
      return producer
    }
    return .other
  }
}
