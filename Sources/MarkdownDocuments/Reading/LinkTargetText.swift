/// Where a link leads, and what it shows of that.
struct LinkTargetText {
  let destination: String
  let title: String

  init(_ text: Span<UInt8>, destination: Range<Int>, title: Range<Int>) {
    self.destination = CharacterReference.unescaped(text, destination)
    self.title = CharacterReference.unescaped(text, title)
  }

  init(destination: String) {
    self.destination = destination
    title = ""
  }

  var length: Int { destination.utf8.count + title.utf8.count }
}
