/// Reads the list of a `MULTIPLE` request: first its pairs, then which of their properties can be written.
///
/// The server refuses a property that is no atom, of which the owner hears only when the answer is out.
struct PairReading {
  private let mostPairs: Int
  private let list: ReplyTicket<PropertyValue?>
  private var pairs: PropertyValue?
  private var words: [UInt32] = []
  /// The names of the properties, with their places in the list.
  private var names: [(place: Int, reply: ReplyTicket<String>)] = []

  /// - Parameter mostPairs: a longer list is not looked into; the machine refuses it as it is.
  init(_ source: OwnerMachine.Transfer, mostPairs: Int, on connection: inout XConnection) {
    self.mostPairs = mostPairs
    list = connection.readProperty(source.property, of: source.window, limit: 1 << 16, delete: false)
  }

  /// What the property holds, when all has arrived; a pair that cannot be written has lost its property.
  mutating func advance(on connection: inout XConnection) -> Reply<PropertyValue?> {
    if pairs == nil {
      switch connection.reply(to: list) {
      case .pending: return .pending
      case .failed: return .failed
      case .value(let read):
        guard let value = read, value.format == 32, value.bytesAfter == 0 else { return .value(read) }
        words = value.words
        guard words.count / 2 <= mostPairs else { return .value(value) }
        pairs = value
        for place in stride(from: 1, to: words.count, by: 2) where words[place] != XAtom.none.rawValue {
          names.append((place, connection.atomName(XAtom(rawValue: words[place]))))
        }
      }
    }
    while let name = names.last {
      switch connection.reply(to: name.reply) {
      case .pending: return .pending
      case .failed: words[name.place] = XAtom.none.rawValue
      case .value: break
      }
      names.removeLast()
    }
    return .value(pairs.map { PropertyValue(type: $0.type, words: words) })
  }
}
