/// What programs write where a picture's description belongs.
package enum AlternativeText {
  private static let pictureEndings: Set<String> = [
    "png", "jpg", "jpeg", "gif", "tif", "tiff", "bmp", "emf", "wmf", "pict", "pct", "svg", "webp", "heic",
    "pdf",
  ]

  /// True for where a picture lay on somebody's machine, which programs leave for want of a description.
  package static func isPath(_ text: String) -> Bool {
    guard endsAsPicture(text) else { return false }
    return text.utf8.contains {
      $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":")
    }
  }

  /// What programs that describe pictures by themselves add to what they say, in Word's languages.
  private static let signsOfAutomation = [
    "automatically generated", "ai-generated content", "automatisch generiert", "ki-generierte",
    "généré automatiquement",
    "générée automatiquement", "générés par l’ia", "généré par l’ia", "generada automáticamente",
    "generado automáticamente", "generado por ia", "generata automaticamente", "generato dall'ia",
    "gerada automaticamente",
    "gerado por ia", "automatisch gegenereerd", "automatycznie", "автоматически", "自动生成", "自動產生", "自動的に生成",
    "自动的描述", "자동 생성", "automatiskt genererad", "automatisk genereret", "automatisk generert",
  ]

  /// What is shown in the place of a picture that is lost: not where it lay, nor what a program made up about it.
  package static func ofLostPicture(_ text: String) -> String {
    let lowered = text.lowercased()
    let isAddress =
      !text.utf8.contains(0x20)
      && ["http://", "https://", "file:", "cid:", "data:", "blob:", "www."].contains(where: lowered.hasPrefix)
    if isAddress || isPath(text) || signsOfAutomation.contains(where: lowered.contains) { return "" }
    for title in ["Text Box: ", "Textfeld: ", "Zone de texte: ", "Cuadro de texto: "]
    where text.hasPrefix(title) {
      return String(text.dropFirst(title.count))
    }
    return text
  }

  /// True for the name of a file that is a picture.
  package static func endsAsPicture(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return pictureEndings.contains(name[name.index(after: dot)...].lowercased())
  }
}
