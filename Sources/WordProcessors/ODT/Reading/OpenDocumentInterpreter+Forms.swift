import Containers

/// What was filled into forms: controls (ODF 1.3, 13), and the fields that LibreOffice keeps of Word's forms.
extension OpenDocumentInterpreter {
  private static let checked = "\u{2611}"
  private static let unchecked = "\u{2610}"

  /// Reads what the controls show; where they stand in the text comes later.
  mutating func readForms() {
    let depth = reader.depth
    while let event = reader.next(), reader.depth >= depth {
      guard event == .start, let name = reader.documentName, let id = reader.value(.form_id) else { continue }
      controls[id] = shownText(of: name)
    }
  }

  /// The text of the control that just began; nil for one that shows none.
  private mutating func shownText(of name: OpenDocumentName) -> String? {
    let value = reader.value(.form_currentValue) ?? reader.value(.form_value)
    let label = reader.value(.form_label)
    switch name {
    case .form_text, .form_textarea, .form_formattedText, .form_number, .form_date, .form_time,
      .form_combobox:
      return value
    case .form_checkbox:
      let isChecked = reader.value(.form_currentState) == "checked"
      return [isChecked ? Self.checked : Self.unchecked, label].compactMap { $0 }.joined(separator: " ")
    case .form_radio:
      let isSelected = reader.value(.form_currentSelected) == "true"
      return [isSelected ? "\u{25C9}" : "\u{25CB}", label].compactMap { $0 }.joined(separator: " ")
    case .form_fixedText, .form_button: return label
    case .form_listbox:
      var chosen: [String] = []
      reader.forEachChild { reader in
        if reader.documentName == .form_option, reader.value(.form_currentSelected) == "true" {
          chosen.append(reader.value(.form_label) ?? reader.value(.form_value) ?? "")
        }
      }
      return chosen.joined(separator: ", ")
    default: return nil
    }
  }

  /// Writes what stands in the form at this place.
  mutating func writeFormField(_ name: OpenDocumentName) {
    let shown: String?
    if name == .draw_control {
      shown = reader.value(.draw_control).flatMap { controls[$0] }
      reader.skip()
    } else {
      shown = chosenText()
    }
    guard composer.isInParagraph, let shown, !shown.isEmpty else { return }
    composer.write(shown.utf8)
    text.isBehindSpace = false
  }

  /// What a check box or a list to choose from of Word's says; nil for another field.
  private mutating func chosenText() -> String? {
    let kind = reader.value(.field_type) ?? ""
    var entries: [String] = []
    var values: [String: String] = [:]
    reader.forEachChild { reader in
      guard reader.documentName == .field_param, let value = reader.value(.field_value) else { return }
      let name = reader.value(.field_name) ?? ""
      if name == "Dropdown_ListEntry" { entries.append(value) } else { values[name] = value }
    }
    if kind.hasSuffix("FORMCHECKBOX") {
      return values["Checkbox_Checked"] == "true" ? Self.checked : Self.unchecked
    }
    guard kind.hasSuffix("FORMDROPDOWN") else { return nil }
    let chosen = values["Dropdown_Selected"].flatMap { Int($0) } ?? 0
    return entries.indices.contains(chosen) ? entries[chosen] : nil
  }
}
