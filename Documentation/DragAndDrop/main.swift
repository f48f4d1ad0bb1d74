import Pasteboard
import UniformTypeIdentifiers

let note = PasteboardItem("# Hello\n\nOne *drag*, every format.\n", type: .markdown)
let isTaken = try DragSource(note, title: "Hello").drag(within: .seconds(60))  // a click drops it
print(isTaken ? "It was dropped." : "It is still here.")

let window = try DropWindow(title: "Notes", prompt: "Drop notes here")
if let dropped = try window.next(within: .seconds(60)) {
  print("Dropped:", try dropped.string(forType: .markdown) ?? "nothing that is text")
  dropped.end(isTaken: true)
}
window.close()
