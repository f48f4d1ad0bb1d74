import Pasteboard
import UniformTypeIdentifiers

let pasteboard = Pasteboard.general
print("There was:", try pasteboard.string(forType: .markdown) ?? "nothing that is text")

var item = PasteboardItem("# Hello\n\nOne *copy*, every format.\n", type: .markdown)
item.setString("Hello", forType: .plainText)  // HTML and RTF are made from the Markdown when a program asks
try pasteboard.writeInBackground(item)
print("There is:", try pasteboard.string(forType: .html) ?? "nothing")
