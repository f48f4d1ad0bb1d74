import Glibc

/// A system call that failed: on what, and why, in the C library's words.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure, beyond its description.
  package enum Kind: Hashable, Sendable {
    /// A call failed with this `errno`.
    case call(Int32)
    /// There is more to read than is accepted.
    case tooLarge
    /// The operation makes no sense with this file.
    case refused
    /// There is no such host, or nobody who knows.
    case unknownHost
  }

  package let kind: Kind
  /// The reason, without the subject.
  package let reason: String
  /// One line without a full stop.
  package let description: String

  /// A failed call on `subject`, a file or the call itself, with the `errno` that it left.
  package init(_ subject: String, _ number: Int32) {
    self.init(subject, .call(number), Self.words(for: number))
  }

  /// The file is not regular: a folder, or a file that may have no end.
  init(notRegular subject: String, _ status: stat?) {
    if let status, FileKind(mode: status.st_mode) == .directory {
      self.init(subject, EISDIR)
    } else {
      self.init(subject, .refused, "not a regular file")
    }
  }

  /// A host that could not be found, with the C library's words for it.
  package init(unknownHost name: String, _ words: String) {
    self.init(name, .unknownHost, words)
  }

  private init(_ subject: String, _ kind: Kind, _ words: String) {
    self.kind = kind
    reason = "\(words.prefix(1).lowercased())\(words.dropFirst())"
    description = "\(subject): \(reason)"
  }

  /// A refusal of our own, in one line without a full stop.
  package init(refused description: String) {
    self.init(.refused, description)
  }

  package init(tooLarge description: String) {
    self.init(.tooLarge, description)
  }

  private init(_ kind: Kind, _ description: String) {
    self.kind = kind
    reason = description
    self.description = description
  }

  /// The C library's message for an `errno`.
  package static func words(for number: Int32) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }

  /// True if nothing more can be written where it was to go, until somebody makes room.
  package var isFullDisk: Bool { kind == .call(ENOSPC) || kind == .call(EDQUOT) }

  /// True if there is something of that name already.
  package var isTaken: Bool { kind == .call(EEXIST) }

  /// True if there is no file of that name.
  package var isAbsence: Bool { kind == .call(ENOENT) || kind == .call(ENOTDIR) }
}

/// Does work whose errors become what `wrap` makes of them, in the terms of whoever called it.
///
/// The closure states what it throws: `try rethrowing(as: OuterError.init) { () throws(InnerError) in … }`.
package func rethrowing<Result: ~Copyable, Inner: Error, Outer: Error>(
  as wrap: (Inner) -> Outer, _ work: () throws(Inner) -> Result
) throws(Outer) -> Result {
  do {
    return try work()
  } catch {
    throw wrap(error)
  }
}
