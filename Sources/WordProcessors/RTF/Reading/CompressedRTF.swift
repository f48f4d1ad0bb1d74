/// RTF as Outlook and Exchange keep it in messages, compressed (MS-OXRTFCP).
enum CompressedRTF {
  private static let headerSize = 16
  private static let dictionarySize = 4_096
  /// What the dictionary begins with (MS-OXRTFCP, 2.1.2.1).
  private static let beginning = Array(
    (#"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor "#
      + "MS Sans SerifSymbolArialTimes New RomanCourier" + #"{\colortbl\red0\green0\blue0"# + "\r\n"
      + #"\par \pard\plain\f0\fs20\b\i\u\tab\tx"#).utf8)

  /// True for bytes whose header says that they are such RTF, compressed or not.
  static func isCompressed(_ bytes: [UInt8]) -> Bool {
    bytes.count > headerSize && ["LZFu", "MELA"].contains { bytes[8..<12].elementsEqual($0.utf8) }
  }

  /// The RTF that was compressed, as far as it is there and fits; nil for other bytes.
  static func text(of bytes: [UInt8], limit: Int) -> [UInt8]? {
    guard isCompressed(bytes) else { return nil }
    let size = min(limit, bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) })
    let content = bytes[headerSize...]
    return bytes[8] == UInt8(ascii: "M") ? Array(content.prefix(size)) : expanded(content, size: size)
  }

  /// Each bit of every ninth byte, the lowest first, says of what follows whether it is a byte or a place in what came before.
  private static func expanded(_ content: ArraySlice<UInt8>, size: Int) -> [UInt8] {
    var dictionary = beginning + repeatElement(0x20, count: dictionarySize - beginning.count)
    var place = beginning.count
    var text: [UInt8] = []
    var rest = content
    func write(_ byte: UInt8) {
      text.append(byte)
      dictionary[place] = byte
      place = (place + 1) % dictionarySize
    }
    while let flags = rest.popFirst() {
      for bit in 0..<8 {
        guard text.count < size, let first = rest.popFirst() else { return text }
        guard flags >> bit & 1 == 1 else {
          write(first)
          continue
        }
        guard let second = rest.popFirst() else { return text }
        let start = Int(first) << 4 | Int(second) >> 4
        guard start != place else { return text }
        for offset in 0..<min(Int(second & 0x0F) + 2, size - text.count) {
          write(dictionary[(start + offset) % dictionarySize])
        }
      }
    }
    return text
  }
}
