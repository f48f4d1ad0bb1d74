/// What a format can say of a document beyond what Markdown on GitHub can.
public struct Expressiveness: OptionSet, Sendable {
  /// One bit for each thing that can be said.
  public let rawValue: Int

  /// Creates the set of these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Lists, code and several paragraphs within a cell.
  public static let blocksInCells = Expressiveness(rawValue: 1)
  /// Cells over several columns or rows, and set otherwise than their column.
  public static let spans = Expressiveness(rawValue: 2)
  /// A header of several rows.
  public static let tallHeaders = Expressiveness(rawValue: 4)
  /// What a table is called.
  public static let captions = Expressiveness(rawValue: 8)
  /// Terms, and what is said of them.
  public static let definitionLists = Expressiveness(rawValue: 16)
  /// Blocks with a caption.
  public static let figures = Expressiveness(rawValue: 32)
  /// Pictures that the document holds, under names and not addresses.
  public static let media = Expressiveness(rawValue: 64)

  /// All that a table can be.
  public static let wholeTables: Expressiveness = [.blocksInCells, .spans, .tallHeaders, .captions]

  /// CommonMark with GitHub's extensions.
  public static let gfm: Expressiveness = []
  /// Text without markup, which shows no more of the structure than Markdown does.
  public static let plainText: Expressiveness = []
  /// HTML, which holds media in addresses.
  public static let html: Expressiveness = [.wholeTables, .definitionLists, .figures, .media]
  /// RTF: as HTML.
  public static let rtf: Expressiveness = .html
}
