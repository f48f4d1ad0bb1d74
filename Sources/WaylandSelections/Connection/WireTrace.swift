import Glibc
import System

/// Writes a line for each message, for reports of bugs: to the file that `PB_TRACE` names.
///
/// Names of forms are written; what is copied goes through pipes and is not.
package final class WireTrace: Sendable {
  private let file: FileDescriptor
  private let protocolName: String

  /// Nil if no trace is wanted.
  package init?(of protocolName: String) {
    guard let path = Environment.value("PB_TRACE"),
      let file = try? FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_APPEND, permissions: 0o600)
    else { return nil }
    self.file = file
    self.protocolName = protocolName
  }

  /// The file's descriptor.
  var descriptor: Int32 { file.number }

  /// Writes a line about a message.
  package func note(_ message: WireMessage, isSent: Bool) {
    let time = MonotonicTime.now.nanoseconds / 1000
    var words: [String] = []
    var text: [UInt8] = []
    for byte in message.body {
      if byte >= 0x20, byte < 0x7F {
        text.append(byte)
        continue
      }
      if text.count > 3 { words.append(String(decoding: text, as: UTF8.self)) }
      text = []
    }
    if text.count > 3 { words.append(String(decoding: text, as: UTF8.self)) }
    let object =
      message.object < ClientMachine.firstServerObject
      ? "\(message.object)" : "offer \(message.object - ClientMachine.firstServerObject)"
    let line =
      "\(time) \(protocolName) \(getpid()) \(isSent ? "->" : "<-") \(object).\(message.opcode) "
      + "(\(message.body.count)) \(words.joined(separator: " "))\n"
    _ = try? file.write(line.utf8, name: "trace")
  }
}
