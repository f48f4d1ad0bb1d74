/// A command line that works, and what it is good for.
struct Example: Sendable {
  /// Its purpose, as an imperative sentence without a capital and a full stop.
  let purpose: String
  let command: String

  init(_ purpose: String, _ command: String) {
    self.purpose = purpose
    self.command = command
  }

  /// Frequent tasks, for the overview and the manual page.
  static let tasks = [
    Example("copy a document for every program", "pb copy notes.md"),
    Example("paste the richest format as Markdown", "pb paste > notes.md"),
    Example("list the formats on the clipboard", "pb show"),
    Example("explain which format a paste uses", "pb paste --explain > /dev/null"),
    Example("turn copied rich text into Markdown for the next paste", "pb recast"),
    Example("convert a file", "pb convert report.rtf --to md"),
    Example("test how types relate", "pb type conforms md public.text"),
  ]
}
