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
    Example("offer notes.md as text, Markdown, RTF and HTML", "pb copy notes.md"),
    Example("take the richest format there, as Markdown", "pb paste > notes.md"),
    Example("see what is on the pasteboard, form by form", "pb show"),
    Example("find out why a paste came out as it did", "pb paste --explain > /dev/null"),
    Example("make Markdown of what a browser copied, for the next program to paste", "pb recast"),
    Example("convert a file", "pb convert report.rtf --to md"),
    Example("ask how types relate", "pb type conforms md public.text"),
  ]
}
