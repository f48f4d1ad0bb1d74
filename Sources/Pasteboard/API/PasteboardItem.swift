import Exchange
import System
public import UniformTypeIdentifiers

/// Content for a pasteboard: the same content in one type or in several.
///
/// Each type is offered as it was set, byte for byte, under the names that programs know it by: one that nobody
/// declares under its MIME type, its identifier or its private name too. Where `offersConversions` is set, what
/// helps whoever pastes is made of the richest type of text, when a program asks for it: of Markdown HTML and RTF, of
/// HTML and RTF each other, Markdown and text, of comma-separated values columns; of plain text and program text
/// nothing. The names follow Apple's `NSPasteboardItem`.
public struct PasteboardItem: Sendable {
  /// Gives the data of a type when somebody pastes it; nil if there is none after all.
  public typealias DataProvider = @Sendable (_ type: UTType) -> [UInt8]?

  /// A type that the item has, and where its data comes from.
  struct Representation: Sendable {
    enum Source: Sendable {
      case held(Payload)
      /// Its data comes when somebody asks.
      case promised(DataProvider)
    }
    let type: UTType
    var source: Source

    var isPromised: Bool { if case .promised = source { true } else { false } }

    /// The data; nil if there is none after all.
    func payload(isSecret: Bool) -> Payload? {
      switch source {
      case .held(let payload): return payload
      case .promised(let provide):
        var payload = provide(type).map(Payload.plain)
        if isSecret { payload?.conceal() }
        return payload
      }
    }
  }

  private(set) var representations: [Representation] = []

  /// Whether the formats that the item lacks are made of those that it has.
  public var offersConversions = true

  /// Whether it is a secret, which clipboard managers are told not to keep and nobody hands to them.
  ///
  /// The bytes of a secret, and all that pasting makes of them, lie in memory that is overwritten when the pasteboard has
  /// something else and the item is gone; nothing of it is swapped out where the system allows that, nor part of a core
  /// dump. A process that lives on makes no other format of a secret: it is offered in the types that it was given. What
  /// you keep yourself is yours to overwrite: arrays and strings that you pass or are given, and addresses of files.
  public var isSensitive = false {
    didSet {
      guard isSensitive else { return }
      for index in representations.indices { representations[index].conceal() }
    }
  }

  /// An item without content.
  public init() {}

  /// An item of one type.
  public init(_ string: String, type: UTType) {
    setString(string, forType: type)
  }

  /// The types that the item was given, in that order, without those that are made of them.
  public var types: [UTType] { representations.map(\.type) }

  /// Sets the data of a type, in place of what it had.
  public mutating func setData(_ data: [UInt8], forType type: UTType) {
    set(Representation(type: type, source: .held(.plain(data))))
  }

  /// Sets the data of a type of text, in UTF-8, or in UTF-16 for the types that mean that.
  public mutating func setString(_ string: String, forType type: UTType) {
    setData(TextEncoding.encoded(string, as: type), forType: type)
  }

  /// Promises the data of some types: `provider` is called when somebody pastes, once for each type.
  ///
  /// It is called in another thread, and has half a second: programs that paste give up then. What comes
  /// later serves the next one that asks.
  public mutating func setDataProvider(forTypes types: [UTType], _ provider: @escaping DataProvider) {
    for type in types {
      set(Representation(type: type, source: .promised(provider)))
    }
  }

  private mutating func set(_ representation: consuming Representation) {
    if isSensitive { representation.conceal() }
    if let index = representations.firstIndex(where: { $0.type == representation.type }) {
      representations[index] = representation
    } else {
      representations.append(representation)
    }
  }

  /// The data of a type that the item was given; nil if it has no such type.
  public func data(forType type: UTType) -> [UInt8]? {
    payload(forType: type)?.array
  }

  /// The same, in memory that is overwritten if the item is a secret.
  func payload(forType type: UTType) -> Payload? {
    representations.first { $0.type == type }?.payload(isSecret: isSensitive)
  }

  /// The text of a type that the item was given; nil if it has no such type.
  public func string(forType type: UTType) -> String? {
    data(forType: type).map { TextEncoding.text($0, of: type) }
  }
}

extension PasteboardItem.Representation {
  /// Keeps the data as that of a secret.
  fileprivate mutating func conceal() {
    guard case .held(var payload) = source else { return }
    source = .held(.plain([]))
    payload.conceal()
    source = .held(payload)
  }
}
