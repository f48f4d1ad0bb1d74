/// A command line that works, and what it is good for.
struct Example: Sendable {
  /// What it does, as half a sentence without a full stop.
  let purpose: String
  let command: String

  init(_ purpose: String, _ command: String) {
    self.purpose = purpose
    self.command = command
  }

  /// What people want to do, for the overview and the manual page.
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
