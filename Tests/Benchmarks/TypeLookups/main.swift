import UniformTypeIdentifiers

/// Prints the nanoseconds that a question about types takes, the best of several rounds, one a line.
func measure(_ name: String, _ question: (Int) -> Int) {
  let count = 200_000
  var best = Double.infinity
  var answers = 0
  for _ in 0..<7 {
    let time = ContinuousClock().measure { for index in 0..<count { answers &+= question(index) } }
    best = min(best, Double(time.components.attoseconds) / 1e9 / Double(count))
  }
  // The answers are printed so that nothing can leave them out.
  print("\(name)\t\(best)\t\(answers)")
}

let types = ["public.html", "public.png", "net.daringfireball.markdown", "public.rtf", "com.adobe.pdf"]
  .compactMap { UTType($0) }
let supertypes: [UTType] = [.text, .image, .plainText, .data, .content]
let fileNames = ["html", "png", "md", "rtf", "pdf"]
let mimeTypes = ["text/html", "image/png", "text/markdown", "text/rtf", "application/pdf"]

measure("conforms") { types[$0 % 5].conforms(to: supertypes[($0 / 5) % 5]) ? 1 : 0 }
measure("extension") { UTType(filenameExtension: fileNames[$0 % 5])?.identifier.utf8.count ?? 0 }
measure("mime") { UTType(mimeType: mimeTypes[$0 % 5])?.identifier.utf8.count ?? 0 }
