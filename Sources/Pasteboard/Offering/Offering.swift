package import Conversions
package import Exchange
package import RichText
import Synchronization
package import UniformTypeIdentifiers

/// The offer of a copy: the copied bytes come first, unchanged, under the names of their own type; then what
/// helps whoever pastes, made when it is asked for.
package struct Offering: Sendable {
  /// A name, and the number of what is given for it.
  struct Form: Sendable {
    let name: String
    /// Nil for what only tells about the content.
    let type: UTType?
    let rendering: Int
    /// Whether it was not copied, but is made of the copy.
    let isConverted: Bool
    /// The plain text for rules that want another one.
    var plainTexts: PlainTexts?
  }

  /// The numbers of what may stand for plain text.
  struct PlainTexts: Sendable {
    let source, rendered: Int

    subscript(text: FormatTable.PlainText) -> Int {
      switch text {
      case .source: source
      case .rendered: rendered
      }
    }
  }

  /// The forms offered where a rule says that a program takes the type.
  private struct RestrictedForm: Sendable {
    let type: UTType
    let rendering: Int
    /// Tells when it is first asked for whether the content is such that the program should have it.
    let isFit: OnceComputed<Bool>
  }

  private(set) var forms: [Form] = []
  private var renderings: [Rendering] = []
  /// The names offered only to programs that take the type according to a rule.
  private var restrictedForms: [RestrictedForm] = []
  /// Whether managers are told not to keep it.
  package var isSensitive = false
  /// Whether it is there for a while only, after which managers are not to bring it back.
  package var isTransient = false
  /// Whether it is there for one paste: where programs cannot be told apart it is marked as a secret, so that managers
  /// leave it alone.
  package var isForOnePaste = false
  /// Whether every program sees exactly the forms, under their names: no rule changes them, no mark is added to theirs.
  package var isExact = false
  let names: NameTable
  let formats: FormatTable

  /// An offering of nothing.
  init(names: NameTable, formats: FormatTable = .shared) {
    self.names = names
    self.formats = formats
  }

  /// True if there is nothing that a program could paste.
  package var isEmpty: Bool { !forms.contains { $0.type != nil } }

  /// Offers under a name that is not taken yet.
  mutating func add(
    _ name: String, _ type: UTType?, _ rendering: Int, _ texts: PlainTexts? = nil, isConverted: Bool = false
  ) {
    guard !forms.contains(where: { $0.name == name }) else { return }
    forms.append(
      Form(name: name, type: type, rendering: rendering, isConverted: isConverted, plainTexts: texts))
  }

  /// Offers bytes under some names unchanged, before all else, and in place of what is offered under them.
  ///
  /// - Parameter type: the type of the bytes; nil for the type that each name stands for.
  package mutating func offerUnchanged(
    _ bytes: [UInt8], under unchangedNames: [String], as type: UTType? = nil
  ) {
    var payload = Payload.plain(bytes)
    if isSensitive { payload.conceal() }
    var first: [Form] = []
    for name in unchangedNames where !first.contains(where: { $0.name == name }) {
      // A declared name keeps text from being encoded as the name says.
      let rendering = keep(Rendering { [payload] in Representation(declared: name, payload) })
      let type = type ?? names.typeOrUndeclared(of: name)
      first.append(Form(name: name, type: type, rendering: rendering, isConverted: false))
    }
    forms = first + forms.filter { form in !first.contains { $0.name == form.name } }
  }

  /// Keeps a rendering, and returns its number.
  mutating func keep(_ rendering: Rendering) -> Int {
    renderings.append(rendering)
    return renderings.count - 1
  }

  /// Offers a type to programs alone of which a rule says that they take it.
  ///
  /// - Parameter isFit: whether they should; asked in the event loop, so it must be quick.
  mutating func offerRestricted(
    to type: UTType, _ rendering: Int, where isFit: @escaping @Sendable () -> Bool
  ) {
    restrictedForms.append(RestrictedForm(type: type, rendering: rendering, isFit: OnceComputed(isFit)))
  }

  mutating func dropRestricted() { restrictedForms = [] }

  /// Leaves out what is of none of these types.
  mutating func keepOnly(_ types: [UTType]) {
    restrictedForms.removeAll { !Self.means($0.type, types) }
    forms.removeAll { form in form.type.map { !Self.means($0, types) } ?? false }
  }

  /// Those of some types as which nothing is offered.
  package func lacking(of types: [UTType]) -> [UTType] {
    let offered = forms.compactMap(\.type) + restrictedForms.map(\.type)
    return types.filter { type in !offered.contains { Self.means($0, [type]) } }
  }

  /// Markdown conforms to plain text, yet whoever wants plain text alone does not want Markdown.
  private static func means(_ type: UTType, _ types: [UTType]) -> Bool {
    types.contains { wanted in
      if let format = Format(wanted), format.type == wanted || format == .plainText {
        return Format(type) == format
      }
      return type.conforms(to: wanted)
    }
  }
}

// MARK: What the owner answers with

extension Offering {
  /// The name by which KDE's programs, and many after them, mark secrets.
  package static let secretHint = "x-kde-passwordManagerHint"

  /// The name by which programs mark what will be gone soon (nspasteboard.org).
  package static let transientMark = "org.nspasteboard.TransientType"

  /// The rules of this person, where one is for programs that paste; nil otherwise.
  package static var currentRules: (@Sendable () -> ApplicationRules)? {
    guard ApplicationRules.current.areForRequestors else { return nil }
    return { ApplicationRules.current }
  }

  /// The content to own.
  ///
  /// - Parameters:
  ///   - rules: gives the rules by which some programs are shown less, or another plain text; asked whenever one is
  ///     looked up, and never if it is nil.
  ///   - isDragged: whether it is for a drag. What a program takes by rule in a paste, LibreOffice does not look for in a
  ///     drop: it would take the RTF that is hidden otherwise.
  package func content(
    rules: (@Sendable () -> ApplicationRules)? = Self.currentRules, isDragged: Bool = false
  ) -> Content {
    var offering = self
    let hint = offering.keep(Rendering(bytes: { Array("secret".utf8) }))
    let hasMark = isExact && forms.contains { PrivacyMarker.isMark($0.name) }
    if isSensitive, !hasMark { offering.add(Self.secretHint, nil, hint) }
    if isTransient, !hasMark {
      offering.add(Self.transientMark, nil, offering.keep(Rendering(bytes: { [] })))
    }
    // Forms that only have to be present.
    let nothing = offering.keep(Rendering(bytes: { [] }))
    let (forms, renderings) = (offering.forms, offering.renderings)
    let restrictedForms = offering.restrictedForms
    let isTransient = isSensitive || isTransient
    let hintForWayland = isForOnePaste && !isSensitive ? [Content.Offered(Self.secretHint)] : []
    let isFar = forms.contains { $0.name == Self.hostMark }
    var view: (@Sendable (Peer) -> [Content.Offered])?
    // Some programs are not shown secrets, whatever else they are shown.
    if let rules, !isExact || isSensitive {
      view = { peer in
        guard let rule = rules().requestor(peer) else { return forms.map { Content.Offered($0.name) } }
        if isTransient && rule.hidesSensitive || isFar && rule.hidesFar { return Self.marks(of: forms) }
        let isHiding = isDragged && !(rule.hidden.isEmpty && rule.hiddenConversions.isEmpty)
        let taken = isHiding ? [] : Self.taken(by: rule, from: forms, restrictedForms, nothing)
        return Self.offered(forms, taken, under: rule)
          + (peer == .programsOfWayland ? hintForWayland : [])
      }
    }
    var content = Content(names: forms.map(\.name), isSensitive: isTransient, view: view) { key in
      if let form = forms.first(where: { $0.name == key }) { return renderings[form.rendering].value }
      if key == Self.secretHint { return renderings[hint].value }
      guard key.hasPrefix(Self.other), let number = Int(key.dropFirst(Self.other.count)),
        renderings.indices.contains(number)
      else { return nil }
      return renderings[number].value
    }
    content.isExact = isExact
    content.changingNames = Set(forms.filter { renderings[$0.rendering].place != nil }.map(\.name))
    content.restrictedNames =
      hintForWayland.map(\.name) + (rules?().rules.flatMap { $0.taken.map(\.target) } ?? [])
    if restrictedForms.contains(where: { renderings[$0.rendering].place != nil }) {
      content.changingNames.formUnion(content.restrictedNames)
    }
    return content
  }

  /// The prefix of a rendering's number that a rule asks for in place of a name's own.
  private static let other = "other rendering "

  private static func marks(of forms: [Form]) -> [Content.Offered] {
    forms.filter { PrivacyMarker.isMark($0.name) || $0.name == hostMark }.map { Content.Offered($0.name) }
  }

  /// The forms that a program takes under names of its own; none if one of them is missing.
  private static func taken(
    by rule: ApplicationRule, from forms: [Form], _ restrictedForms: [RestrictedForm], _ nothing: Int
  ) -> [Content.Offered] {
    func rendering(_ type: UTType) -> Int? {
      forms.first { $0.type == type }?.rendering
        ?? restrictedForms.first { $0.type == type && (rule.takesAll || $0.isFit.value == true) }?.rendering
    }
    var taken: [Content.Offered] = []
    for known in rule.taken {
      guard let rendering = known.type.map(rendering) ?? nothing else { return [] }
      taken.append(Content.Offered(known.target, rendering: other + String(rendering)))
    }
    return taken
  }

  private static func offered(
    _ forms: [Form], _ taken: [Content.Offered], under rule: ApplicationRule
  ) -> [Content.Offered] {
    let (hidden, hiddenConversions) = (rule.hidden, rule.hiddenConversions)
    func isHidden(_ form: Form) -> Bool { form.type.map { hidden.contains(where: $0.conforms) } ?? false }
    func isHiddenConversion(_ form: Form) -> Bool {
      form.isConverted && form.type.map { hiddenConversions.contains(where: $0.conforms) } ?? false
    }
    // If there is no HTML, which all programs with rich text take, show the source.
    let hasOther = forms.contains { form in
      form.type.flatMap { Format($0) } == .html && !isHidden(form) && !isHiddenConversion(form)
    }
    return taken
      + forms.compactMap { form in
        if taken.isEmpty, isHidden(form) || hasOther && isHiddenConversion(form) { return nil }
        guard let text = rule.plainText, let number = form.plainTexts?[text], number != form.rendering else {
          return Content.Offered(form.name)
        }
        return Content.Offered(form.name, rendering: other + String(number))
      }
  }
}

/// Options of an offering.
package struct OfferingOptions: Sendable {
  /// The source of plain text; nil for that of the format (`FormatTable`).
  package var plainText: FormatTable.PlainText?
  /// The types to offer; nil for all.
  package var only: [UTType]?
  /// Whether HTML and RTF are made of plain text too, which keep every space.
  package var isRich = false
  /// Formats that were made already, in place of what would be made: with colours, or of another separator.
  package var prepared: [Format: [UInt8]] = [:]
  /// Whether pictures are offered in further formats too.
  package var makesPictures = true
  /// The pictures beside a document; nil to leave their addresses as they are.
  package var localPictures: LocalPictures?
  /// The action for files.
  package var fileVerb = FileList.Verb.copy
  /// The style of Markdown that is made of another format.
  package var style = MarkdownStyle()
  /// A person's own converters that may run when a program asks for what they make.
  package var commands: [CommandConverter] = []
  /// Whether formats are made of secrets: false where what conversions leave in memory outlives the copy.
  package var convertsSecrets = true
  /// Converts for an owner that lives on; nil to convert in this process.
  package var helper: ConversionHelper?

  /// Whether the process that owns the copy goes on without it.
  static let forPrograms = {
    var terms = OfferingOptions()
    terms.convertsSecrets = false
    return terms
  }()

  package init(helper: ConversionHelper? = nil) {
    self.helper = helper
  }
}

/// Something that is made when somebody first asks for it, and kept.
///
/// Each has a lock of its own: one that is slow holds up no other, and whoever asks for the same meanwhile waits for
/// what is being made.
final class OnceComputed<Value: Sendable>: Sendable {
  private let made = Mutex<Value??>(nil)
  private let make: @Sendable () -> Value?
  /// Nil if it is kept whatever else is made.
  let place: LargeRenderingCache<Value>?

  /// - Parameter place: where what is large stands until something else does; nil to keep all.
  init(in place: LargeRenderingCache<Value>? = nil, _ make: @escaping @Sendable () -> Value?) {
    self.place = place
    self.make = make
  }

  /// Nil if it cannot be made.
  var value: Value? {
    made.withLock { made in
      if let made { return made }
      let new = if let place { place.making(make) { [weak self] in self?.forget() } } else { make() }
      made = .some(new)
      return new
    }
  }

  private func forget() {
    made.withLock { $0 = nil }
  }
}

/// The representation of a name.
typealias Rendering = OnceComputed<Representation>

extension OnceComputed where Value == Representation {
  convenience init(
    in place: LargeRenderingCache<Representation>? = nil, bytes make: @escaping @Sendable () -> [UInt8]?
  ) {
    self.init(in: place) { make().map { Representation(bytes: $0) } }
  }

  convenience init(payload make: @escaping @Sendable () -> Payload?) {
    self.init { make().map { Representation($0) } }
  }

  var bytes: [UInt8]? { value?.bytes }
  var payload: Payload? { value?.payload }
}
