package import TypeDeclarations
import System

/// The declarations that a user adds and takes away, files in `$XDG_DATA_HOME/pasteboard/types`.
package struct UserDeclarations: Sendable {
  /// Where the files are, without a slash at the end.
  package let directory: String
  private let dataDirectories: [String]

  /// Nil without a home: neither `XDG_DATA_HOME` nor `HOME` says where declarations belong.
  package init?() {
    guard let data = Environment.directory("XDG_DATA_HOME", inHome: ".local/share") else { return nil }
    self.init(dataDirectories: [data] + DataDirectories.current.filter { $0 != data })
  }

  /// - Parameter dataDirectories: the user's directory, and those of the machine behind it.
  package init(dataDirectories: [String]) {
    self.dataDirectories = dataDirectories
    directory = (dataDirectories.first ?? "") + "/pasteboard/types"
  }

  /// The file that declares a type and those that came with it.
  package func path(for identifier: String, isPropertyList: Bool = false) -> String {
    "\(directory)/\(identifier).\(isPropertyList ? "plist" : "json")"
  }

  /// What is wrong with a file that is not there yet, by itself and together with the other files of the machine.
  ///
  /// - Parameter path: where the file is going to be; one that is there already counts as replaced.
  package func check(_ bytes: [UInt8], as path: String) -> [DeclarationDiagnostic] {
    MachineDeclarations(dataDirectories: dataDirectories, cacheDirectory: nil).check(with: bytes, at: path)
  }
}
