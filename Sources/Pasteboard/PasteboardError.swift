package import Conversions
package import Exchange
package import System

/// An error that reading or writing a pasteboard throws.
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
    /// The pasteboard offers neither the requested type nor one that converts to it.
    public static let notOffered = Code(kind: .notOffered)
    /// The content cannot be converted to the requested type.
    public static let notConvertible = Code(kind: .notConvertible)
    /// The owner did not answer in time.
    public static let timedOut = Code(kind: .timedOut)
    /// The owner exited before it had sent everything.
    public static let ownerVanished = Code(kind: .ownerVanished)
    /// The content is larger than the limit.
    public static let tooLarge = Code(kind: .tooLarge)
    /// The display, compositor, terminal or socket that holds the pasteboard cannot be used.
    public static let display = Code(kind: .display)
    /// A system call failed.
    public static let system = Code(kind: .system)
    /// Another program copied at the same time; the pasteboard holds its content.
    public static let overtaken = Code(kind: .overtaken)
    /// A pasteboard cannot have this name.
    public static let badName = Code(kind: .badName)
  }

  /// The kind of failure.
  public let code: Code
  /// A description for people, with advice, in one line.
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
