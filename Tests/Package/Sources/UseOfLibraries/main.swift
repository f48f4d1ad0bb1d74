import Glibc
import Pasteboard
import RichText
import UniformTypeIdentifiers

// Types, as on macOS.
guard let markdown = UTType(filenameExtension: "md"), markdown.conforms(to: .plainText) else { exit(3) }

// Documents, from one format to another.
let document = try MarkdownReader().read(Array("# Title\n\nSome *text*.\n".utf8))
let html = String(decoding: HTMLWriter().write(document), as: UTF8.self)
guard html.contains("<h1>Title</h1>"), html.contains("<em>text</em>") else { exit(4) }

// Pasteboards, where there is a display.
let item = PasteboardItem("# Title\n", type: .markdown)
do {
  try Pasteboard.general.writeInBackground(item)
  guard try Pasteboard.general.string(forType: .markdown) == "# Title\n" else { exit(5) }
  print("types, documents and pasteboards work")
} catch let error as PasteboardError where error.code == .display {
  print("types and documents work; there is no display for pasteboards")
}
