/// The program that wrote a piece of HTML, as far as its dialect needs rules of its own.
enum HTMLProducer: Hashable, Sendable {
  case word, wordOnline, excel, gnumeric
  case libreOffice, libreOfficeCalc
  case googleDocs, googleSheets
  case abiWord, qt, cherryTree, lyx
  case gmail, slack, teams, quill
  case other

  /// True for programs whose tables are data, however they look.
  var isSpreadsheet: Bool {
    [.excel, .gnumeric, .libreOfficeCalc, .googleSheets].contains(self)
  }

  /// What each program leaves in the first bytes of its HTML; the first in this order that is there decides.
  private static let signs: [(sign: String, producer: HTMLProducer)] = [
    ("docs-internal-guid", .googleDocs),
    ("google-sheets-html-origin", .googleSheets),
    ("urn:schemas-microsoft-com:office:excel", .excel),
    ("content=\"excel", .excel),
    ("content=\"gnumeric", .gnumeric),
    ("listcontainerwrapper", .wordOnline),
    ("scxw", .wordOnline),
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
    ("content=\"cherrytree", .cherryTree),
    ("content=\"lyx ", .lyx),
    ("gmail_", .gmail),
    ("data-stringify-", .slack),
    ("copy-paste-block", .teams),
    ("ql-indent-", .quill),
    ("data-list=\"bullet", .quill),
    ("data-list=\"ordered", .quill),
    ("data-list=\"checked", .quill),
    ("data-list=\"unchecked", .quill),
    ("lst-kix_", .googleDocs),
  ]

  /// What LibreOffice writes besides for cells: their values, and how notes on them look.
  private static let cellSigns = ["sdval=", "sdnum=", "a.comment-indicator"]

  private static let allSigns = PhraseSet(signs.map(\.sign) + cellSigns)

  /// How many bytes are looked through for a sign.
  private static let lookAhead = 16 * 1024

  static func detect(in source: [UInt8]) -> HTMLProducer {
    let found = allSigns.found(in: source.span.extracting(first: lookAhead))
    guard let first = found.first, first < signs.count else { return .other }
    let hasCells = found.contains { $0 >= signs.count }
    let producer = signs[first].producer
    return producer == .libreOffice && hasCells ? .libreOfficeCalc : producer
  }
}
