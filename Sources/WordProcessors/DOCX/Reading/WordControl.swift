import Containers

/// A content control (ECMA-376, 17.5.2).
struct WordControl {
  /// The box that it is.
  var box: ListItem.Checkbox?
}

extension WordInterpreter {
  mutating func readControlProperties() {
    guard case .control? = scopes.last?.kind else { return _ = reader.skip() }
    var control = WordControl()
    reader.forEachChild { reader in
      switch reader.wordName {
      case .w14_checkbox:
        control.box = .unchecked
        reader.forEachChild { reader in
          guard reader.wordName == .w14_checked else { return }
          let value = reader.attribute(WordName.w14_val) ?? "1"
          control.box = ["1", "true", "on"].contains(value) ? .checked : .unchecked
        }
      default: break
      }
    }
    scopes[scopes.count - 1].kind = .control(control)
  }

  mutating func beginControlContent() {
    guard case .control(let control)? = scopes.last?.kind, let box = control.box, composer.isInParagraph
    else { return }
    reader.skip()
    write(box == .checked ? "☑" : "☐")
  }
}
