import DBus
import TestSupport

/// Values and messages of every type, the same for the same seed.
struct GeneratedMessages {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func type(depth: Int = 0) -> BusType {
    let letters = BusType.basicLetters.filter { $0 != UInt8(ascii: "h") }
    switch depth < 4 ? Int.random(in: 0..<10, using: &generator) : 0 {
    case 0...5: return .basic(letters[Int.random(in: 0..<letters.count, using: &generator)])
    case 6: return .variant
    case 7: return .array(of: type(depth: depth + 1))
    case 8:
      let key = letters[Int.random(in: 0..<letters.count, using: &generator)]
      return .array(of: .entry(key: key, type(depth: depth + 1)))
    default:
      let count = Int.random(in: 1...3, using: &generator)
      return .structure((0..<count).map { _ in type(depth: depth + 1) })
    }
  }

  mutating func value(_ type: BusType, depth: Int = 0) -> BusValue {
    switch type {
    case .basic(let letter): return basic(letter)
    case .array(let element):
      let count = Int.random(in: 0...3, using: &generator)
      return .array(of: element, (0..<count).map { _ in value(element, depth: depth + 1) })
    case .structure(let fields): return .structure(fields.map { value($0, depth: depth + 1) })
    case .entry(let key, let type): return .entry(key: basic(key), value(type, depth: depth + 1))
    case .variant: return .variant(value(self.type(depth: depth + 1), depth: depth + 1))
    }
  }

  private mutating func basic(_ letter: UInt8) -> BusValue {
    let bits = generator.next()
    switch letter {
    case UInt8(ascii: "y"): return .byte(UInt8(truncatingIfNeeded: bits))
    case UInt8(ascii: "b"): return .boolean(bits & 1 == 1)
    case UInt8(ascii: "n"): return .int16(Int16(truncatingIfNeeded: bits))
    case UInt8(ascii: "q"): return .uint16(UInt16(truncatingIfNeeded: bits))
    case UInt8(ascii: "i"): return .int32(Int32(truncatingIfNeeded: bits))
    case UInt8(ascii: "u"): return .uint32(UInt32(truncatingIfNeeded: bits))
    case UInt8(ascii: "x"): return .int64(Int64(truncatingIfNeeded: bits))
    case UInt8(ascii: "t"): return .uint64(bits)
    case UInt8(ascii: "d"): return .double(bits: Double(Int32(truncatingIfNeeded: bits)).bitPattern)
    case UInt8(ascii: "s"): return .string(text())
    case UInt8(ascii: "o"): return .objectPath(bits & 3 == 0 ? "/" : "/a\(bits % 10)/_b/C9")
    case UInt8(ascii: "g"): return .signature(["", "s", "a{sv}", "(ia(yv))", "aas"][Int(bits % 5)])
    default: return .descriptor(UInt32(truncatingIfNeeded: bits))
    }
  }

  private mutating func text() -> String {
    let words = ["", "a", "größer", "日本語", "😀 face", "x y\n\t", "text/plain;charset=utf-8"]
    return words[Int.random(in: 0..<words.count, using: &generator)]
  }

  mutating func message() -> BusMessage {
    var message: BusMessage
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      message = BusMessage(
        call: "Member", "org.example.Interface", of: "/org/example", at: "org.example.Name")
    case 1:
      message = BusMessage(.reply)
      message.replySerial = UInt32.random(in: 1 ... .max, using: &generator)
    case 2:
      message = BusMessage(.error)
      (message.errorName, message.replySerial) = ("org.example.Error", 7)
    default:
      message = BusMessage(.signal)
      (message.path, message.interface, message.member) = ("/a", "org.example.Interface", "Changed")
    }
    if Bool.random(using: &generator) {
      message.sender = ":1.\(UInt16.random(in: 0 ... .max, using: &generator))"
    }
    message.serial = UInt32.random(in: 1 ... .max, using: &generator)
    let count = Int.random(in: 0...4, using: &generator)
    message.body = (0..<count).map { _ in value(type()) }
    return message
  }

  /// Bytes some of which are others.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes.remove(at: index)
      case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
      default: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
    }
    return bytes
  }
}
