/// Reads the parts of `TypeRegistry/` that modules are built with.
///
/// The texts were checked by the tests that every change passes, so that an unreadable one is a mistake in
/// the build and not in anybody's data.
package enum RegistryFile {
  package static func parse(_ text: StaticString, name: StaticString) -> JSONValue {
    do {
      return try JSONValue.parse(Array(text.description.utf8))
    } catch {
      preconditionFailure("\(name): \(error)")
    }
  }
}

extension JSONValue {
  /// The strings of the array that is the value of a member; none if there is no such member.
  package func strings(_ name: String) -> [String] {
    self[name]?.array?.compactMap(\.string) ?? []
  }
}
