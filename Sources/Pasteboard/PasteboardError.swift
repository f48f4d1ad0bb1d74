package import Conversions
package import Exchange
package import System

/// The reason why content could not be put on a pasteboard or taken from it.
public struct PasteboardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable {
    enum Kind {
      case empty, notOffered, notConvertible, timedOut, ownerVanished, tooLarge, display, system, badName
      case overtaken
    }
    let kind: Kind

    /// The pasteboard has no owner.
    public static let empty = Code(kind: .empty)
    /// The wanted type is not offered, nor any that it can be made of.
    public static let notOffered = Code(kind: .notOffered)
    /// There is no conversion between the two types.
    public static let notConvertible = Code(kind: .notConvertible)
    /// The owner did not answer in time.
    public static let timedOut = Code(kind: .timedOut)
    /// The owner went away before its answer was whole.
    public static let ownerVanished = Code(kind: .ownerVanished)
    /// The content exceeds what is accepted.
    public static let tooLarge = Code(kind: .tooLarge)
    /// The display, compositor, terminal or socket that holds the pasteboard cannot be used.
    public static let display = Code(kind: .display)
    /// The operating system refused.
    public static let system = Code(kind: .system)
    /// Another program has taken the pasteboard in the same moment: what it copied is there.
    public static let overtaken = Code(kind: .overtaken)
    /// A pasteboard cannot have this name.
    public static let badName = Code(kind: .badName)
  }

  /// The kind of failure.
  public let code: Code
  /// The description with advice, in one line without a full stop.
  public let description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}

extension PasteboardError: ReportableError {
  /// A failed system call.
  package init(_ error: SystemError) {
    self.init(error.kind == .tooLarge ? .tooLarge : .system, error.description)
  }

  private static let codes: [Code] = [
    .system, .empty, .notOffered, .notConvertible, .timedOut, .ownerVanished, .tooLarge, .display, .badName,
    .overtaken,
  ]

  package var byte: UInt8 { UInt8(Self.codes.firstIndex(of: code) ?? 0) }

  package init(byte: UInt8, description: String) {
    self.init(Int(byte) < Self.codes.count ? Self.codes[Int(byte)] : .system, description)
  }
}

extension PasteboardError {
  /// A failure to talk to the owner or the display, in the words of whoever pastes.
  package init(_ error: ExchangeError) {
    let code: Code =
      switch error.code {
      case .empty: .empty
      case .refused: .notOffered
      case .timedOut: .timedOut
      case .ownerVanished: .ownerVanished
      case .tooLarge: .tooLarge
      case .overtaken: .overtaken
      default: .display
      }
    self.init(code, error.description)
  }

  /// A failed conversion.
  package init(_ error: ConversionError) {
    self.init(error.code == .tooLarge ? .tooLarge : .notConvertible, error.description)
  }

  /// Nil if there is nothing, or not what is asked for.
  static func nilIfAbsent<Result>(
    _ body: () throws(PasteboardError) -> Result
  ) throws(PasteboardError) -> Result? {
    do throws(PasteboardError) {
      return try body()
    } catch {
      if error.code == .empty || error.code == .notOffered || error.code == .notConvertible { return nil }
      throw error
    }
  }
}
