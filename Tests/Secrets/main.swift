import Glibc
import Pasteboard
import TestSupport
import UniformTypeIdentifiers

/// A program that lives on after it has copied a secret: SEED COUNT FORM.
///
/// It says when the secret is there, copies something else when it gets SIGUSR1, and ends when it is killed.
guard CommandLine.arguments.count == 4, let seed = UInt64(CommandLine.arguments[1]),
  let count = Int(CommandLine.arguments[2])
else { exit(2) }

/// Has an item hold the secret, in one of the ways in which programs can.
func fill(_ item: inout PasteboardItem, with text: [UInt8]) {
  switch CommandLine.arguments[3] {
  case "marked later":
    item.setData(text, forType: .utf8PlainText)
    item.isSensitive = true
  case "promised":
    item.isSensitive = true
    item.setDataProvider(forTypes: [.utf8PlainText]) { _ in SeededSecret(seed: seed, count: count).text }
  case let type:
    item.isSensitive = true
    item.setData(text, forType: UTType(type) ?? .utf8PlainText)
  }
}

var signals = sigset_t()
sigemptyset(&signals)
sigaddset(&signals, SIGUSR1)
pthread_sigmask(SIG_BLOCK, &signals, nil)

try SeededSecret(seed: seed, count: count).lend { text in
  var item = PasteboardItem()
  fill(&item, with: text)
  if CommandLine.arguments[3] == "several" {
    fill(&item, with: text)
    try Pasteboard.general.write([item, item])
  } else {
    try Pasteboard.general.write(item)
  }
}
print("there")
fflush(nil)
var number: Int32 = 0
sigwait(&signals, &number)
try Pasteboard.general.write(PasteboardItem("nothing secret", type: .utf8PlainText))
while true { pause() }
