/// Formulas as pictures that a service draws of the TeX in their address.
enum FormulaServices {
  /// The part of an address before the TeX, for each service.
  private static let marks = [
    // Zhihu; CodeCogs in several formats; WordPress; Google's charts; QuickLaTeX' kin.
    "/equation?tex=", "codecogs.com/svg.image?", "codecogs.com/png.image?", "codecogs.com/gif.image?",
    "codecogs.com/svg.latex?", "codecogs.com/png.latex?", "codecogs.com/gif.latex?", "codecogs.com/eq.latex?",
    "/latex.php?latex=", "cht=tx&chl=", "/mathtex.cgi?", "/mimetex.cgi?", "/formula/",
  ]

  /// The TeX of a picture: its alternative text, if that is TeX and no word for any formula, else what its address says.
  static func source(of id: HTMLTree.NodeID, in tree: HTMLTree) -> ArraySlice<UInt8>? {
    let alternative = tree.attribute(.alt, of: id)?.trimmingHTMLSpace ?? []
    let address = tree.attribute(.src, of: id)?.prefix(4096) ?? []
    guard let (place, mark) = place(in: address) else {
      return tree.hasClass("latex", id) && !alternative.isEmpty ? alternative : nil
    }
    // Any path may have `/formula/` in it.
    let isService = mark != "/formula/" || ByteSearch.contains("%5C", in: address[place...])
    guard isService else { return nil }
    let isWord = alternative.isEmpty || alternative.count > 1 && alternative.allSatisfy(\.isASCIILetter)
    let isAddress = ByteSearch.contains("://", in: alternative)
    return isWord || isAddress ? source(in: address[place...], mark) : alternative
  }

  private static func place(in address: ArraySlice<UInt8>) -> (Int, String)? {
    for mark in marks {
      if let start = ByteSearch.position(of: mark, in: address) { return (start + mark.utf8.count, mark) }
    }
    return nil
  }

  /// The TeX of an address, without the commands that say how the picture is to look.
  private static func source(in rest: ArraySlice<UInt8>, _ mark: String) -> ArraySlice<UInt8>? {
    let isParameter = mark.last == "="
    let text = isParameter ? rest.prefix { $0 != UInt8(ascii: "&") } : rest
    let spaced = text.map { isParameter && $0 == UInt8(ascii: "+") ? 0x20 : $0 }
    // CodeCogs has names for the signs that addresses take for their own.
    let decoded = String(decoding: spaced[...].percentDecoded, as: UTF8.self)
      .replacing("&space;", with: " ").replacing("&plus;", with: "+")
    var tex = Array(decoded.utf8)[...].trimmingHTMLSpace
    while let look = looks.first(where: { tex.startsIgnoringCase(with: $0) }) {
      tex = tex.dropFirst(look.utf8.count)
      if look.last == "{" {
        guard let end = tex.firstIndex(of: UInt8(ascii: "}")) else { return nil }
        tex = tex[(end + 1)...]
      }
      if look.last == "_" { tex = tex.drop(while: \.isASCIILetter) }
      tex = tex.trimmingHTMLSpace
    }
    return tex.isEmpty || tex.contains(where: { $0 < 0x20 }) ? nil : tex
  }

  private static let looks = [
    "\\dpi{", "\\bg_white", "\\bg_black", "\\inline", "\\fn_", "\\color{", "\\large ",
  ]
}
