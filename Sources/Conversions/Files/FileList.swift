/// Files that were copied or cut, as file managers exchange them.
public struct FileList: Hashable, Sendable {
  /// What is to be done with the files where they are pasted.
  public enum Verb: String, Hashable, Sendable {
    /// They stay where they are as well.
    case copy
    /// They are moved.
    case cut
  }

  /// One of the files.
  public enum Entry: Hashable, Sendable {
    /// An absolute path on this machine; its bytes need not be UTF-8.
    case path([UInt8])
    /// The address of something elsewhere: of another machine, or of a scheme other than `file`.
    case address(String)
  }

  /// The files, in the order in which they were copied.
  public var entries: [Entry]
  /// What is to be done with them.
  public var verb: Verb

  /// Creates a list of files that were copied, unless told otherwise.
  public init(_ entries: [Entry], verb: Verb = .copy) {
    self.entries = entries
    self.verb = verb
  }

  /// The paths of those that are on this machine.
  public var paths: [[UInt8]] {
    entries.compactMap { entry in
      if case .path(let path) = entry { path } else { nil }
    }
  }

  /// Paths and addresses, one a line, without a line feed at the end.
  public var text: [UInt8] {
    Array(entries.map(\.text).joined(separator: [0x0A]))
  }
}

extension FileList.Entry {
  /// The address that other programs know it by.
  public var address: String {
    switch self {
    case .path(let path): FileAddress.encode(path)
    case .address(let address): address
    }
  }

  /// What people and shells know it by: its path, or its address.
  public var text: [UInt8] {
    switch self {
    case .path(let path): path
    case .address(let address): Array(address.utf8)
    }
  }

  /// The last part of its path, for people.
  public var name: String {
    let part = text.split(separator: 0x2F).last.map(Array.init) ?? text
    return String(decoding: part, as: UTF8.self)
  }
}
