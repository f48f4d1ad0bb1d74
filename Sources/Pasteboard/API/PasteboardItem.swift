import Exchange
import System
public import UniformTypeIdentifiers

/// Content for a pasteboard: the same content in one type or in several.
///
/// Each type is offered byte for byte as it was set, under the names by which programs request it; an undeclared type
/// under its MIME type, its identifier or its private name. If `offersConversions` is true, the richest text type is
/// also converted when a program asks: Markdown to HTML and RTF; HTML and RTF to each other, to Markdown and to plain
/// text; comma-separated values to tables. Plain text and program text are not converted. The names follow Apple's
/// `NSPasteboardItem`.
public struct PasteboardItem: Sendable {
  /// A function that returns the data of a promised type when a program requests it; nil to refuse.
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

  /// Whether the library converts the item to formats that it lacks; true by default.
  public var offersConversions = true

  /// Whether the content is a secret: clipboard managers are asked not to keep it, and the owner does not hand it to
  /// them.
  ///
  /// The bytes of a secret, and results of pasting it, are in memory that is overwritten when the pasteboard holds
  /// other content and the item is deallocated. This memory is locked as far as the system allows, and excluded from
  /// core dumps. A secret is offered only in the types that were set, without conversions. Arrays and strings that
  /// you pass or receive, and addresses of files, are not overwritten.
  public var isSensitive = false {
    didSet {
      guard isSensitive else { return }
      for index in representations.indices { representations[index].conceal() }
    }
  }

  /// An item without content.
  public init() {}

  /// Creates an item with text of one type.
  public init(_ string: String, type: UTType) {
    setString(string, forType: type)
  }

  /// The types that were set, in that order, without converted ones.
  public var types: [UTType] { representations.map(\.type) }

  /// Sets or replaces the data of a type.
  public mutating func setData(_ data: [UInt8], forType type: UTType) {
    set(Representation(type: type, source: .held(.plain(data))))
  }

  /// Sets or replaces the text of a type, encoded in UTF-8, or in UTF-16 for the types of that encoding.
  public mutating func setString(_ string: String, forType type: UTType) {
    setData(TextEncoding.encoded(string, as: type), forType: type)
  }

  /// Promises the data of types: `provider` is called once for each type, when a program requests it.
  ///
  /// The provider runs in another thread. If it takes more than half a second, the request is refused, and its result
  /// answers the next request.
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

  /// The data that was set for a type; nil if the item does not have the type.
  public func data(forType type: UTType) -> [UInt8]? {
    payload(forType: type)?.array
  }

  /// The same, in memory that is overwritten if the item is a secret.
  func payload(forType type: UTType) -> Payload? {
    representations.first { $0.type == type }?.payload(isSecret: isSensitive)
  }

  /// The text that was set for a type; nil if the item does not have the type.
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
