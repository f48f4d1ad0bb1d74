/// Why a picture could not be read or written.
public struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable {
    enum Kind { case unreadable, tooLarge }
    let kind: Kind

    /// The bytes are no picture of a known format, or a broken one.
    public static let unreadable = Code(kind: .unreadable)
    /// It has more pixels than are held in memory.
    public static let tooLarge = Code(kind: .tooLarge)
  }

  /// What kind of failure it is.
  public let code: Code
  /// What happened, in one line without a full stop.
  public let description: String

  static func broken(_ format: String) -> PictureError {
    PictureError(code: .unreadable, description: "it is broken, or of a kind of \(format) that is not read")
  }

  static let unknown = PictureError(code: .unreadable, description: "it is no picture of a known format")

  static func tooLarge(_ width: Int, _ height: Int, limit: Int) -> PictureError {
    PictureError(
      code: .tooLarge,
      description: "it has \(width) × \(height) pixels, more than the \(limit >> 20) million "
        + "that are converted")
  }
}
