import Exchange
import Glibc
import Pasteboard
import RichText
import UniformTypeIdentifiers

// Types, as on macOS.
guard let markdown = UTType(filenameExtension: "md"), markdown.conforms(to: .plainText) else { exit(3) }
// Only one initialiser may be meant by its name alone.
guard ["public.png", "nothing"].compactMap(UTType.init) == [.png] else { exit(7) }

// Documents, from one format to another.
let document = try MarkdownReader().read(Array("# Title\n\nSome *text*.\n".utf8))
let html = String(decoding: HTMLWriter().write(document), as: UTF8.self)
guard html.contains("<h1>Title</h1>"), html.contains("<em>text</em>") else { exit(4) }

// A pasteboard of the process alone, as for tests.
let board = Pasteboard(name: .general, backend: Backend.memory())
try board.write([PasteboardItem("kept", type: UTType.utf8PlainText)])
guard try board.string(forType: .utf8PlainText) == "kept" else { exit(6) }

// Pasteboards, where there is a display.
func copyAndPaste() throws(PasteboardError) -> Bool {
  try Pasteboard.general.writeInBackground(PasteboardItem("# Title\n", type: .markdown))
  return try Pasteboard.general.string(forType: .markdown) == "# Title\n"
}

if getenv("DISPLAY") == nil {
  print("types and documents work; there is no display for pasteboards")
} else {
  guard try copyAndPaste() else { exit(5) }
  print("types, documents and pasteboards work")
}
