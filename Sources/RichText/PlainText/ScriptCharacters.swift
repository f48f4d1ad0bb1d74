/// Unicode's raised and lowered characters.
enum ScriptCharacters {
  /// Returns the text in raised or lowered characters; nil if one of them is missing in Unicode, and for more
  /// than one letter: the end of "1st" belongs to a word that one searches for.
  static func script(_ text: String, raised: Bool) -> String? {
    guard text.utf8.count(where: \.isASCIILetter) < 2 else { return nil }
    var result = ""
    for scalar in text.unicodeScalars {
      guard let character = (raised ? Self.raised : lowered)[scalar] else { return nil }
      result.unicodeScalars.append(character)
    }
    return result
  }

  private static let raised = table(
    "0123456789+-=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
  private static let lowered = table(
    "0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")

  private static func table(_ plain: String, _ script: String) -> [Unicode.Scalar: Unicode.Scalar] {
    Dictionary(uniqueKeysWithValues: zip(plain.unicodeScalars, script.unicodeScalars))
  }
}
