extension UTType {
  /// Creates the type of a file, by its name and its content together.
  ///
  /// As the desktop's programs tell files (Shared MIME-info Database specification, "Recommended checking order");
  /// archives are looked into, a symbolic link is what it leads to, and of a file that is not there or cannot be read the
  /// name tells. What the desktop alone knows is a dynamic type with its MIME type. Nothing but the beginning of the file
  /// is read, and of an archive its directory.
  ///
  /// Nil if neither the name nor any content says something.
  @_disfavoredOverload  // `compactMap(UTType.init)` is made of identifiers.
  public init?(contentsOfFile path: String) {
    var typer = FileTyper()
    guard let type = (try? typer.type(ofFileAt: path))?.type else { return nil }
    self = type
  }
}
