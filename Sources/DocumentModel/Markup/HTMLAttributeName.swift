/// The attributes that mean something to the reader; all others are left out of the tree.
package enum HTMLAttributeName: String, CaseIterable, Sendable {
  case `class`, style, id, name, title, lang
  case href, src, alt, cite
  case start, value, type, checked, reversed
  case align, span, colspan, rowspan, width, height, border, role
  case face, size, color
  case hidden, open
  /// The language of code in Google's documentation, and in Mintlify's.
  case syntax, language
  case display, encoding, alttext
  case max
  case content
  case dataLanguage = "data-lang"
  case dataLanguageLong = "data-language"
  case dataCodeLanguage = "data-code-language"
  case dataCodeMarker = "data-code-marker"
  case dataSource = "data-src"
  case dataLazySource = "data-lazy-src"
  case dataOriginal = "data-original"
  case dataActualSource = "data-actualsrc"
  case dataOriginalSource = "data-original-src"
  case dataLazy = "data-lazy"
  case dataHighResolutionSource = "data-hi-res-src"
  case dataCloudflareSource = "data-cfsrc"
  case dataEcho = "data-echo"
  case file, zoomfile
  case sourceSet = "srcset"
  case dataSourceSet = "data-srcset"
  case dataEmoji = "data-emoji"
  case dataEmojiText = "data-emoji-text"
  case dataCallout = "data-callout"
  case dataPanelType = "data-panel-type"
  case dataCalloutType = "data-callout-type"
  case dataMath = "data-math"
  case dataMatrixMath = "data-mx-maths"
  case dataList = "data-list"
  case dataTaskState = "data-task-state"
  case itemType = "itemtype"
  case dataLaTeX = "data-latex"
  case dataTeX = "data-tex"
  case dataFormula = "data-formula"
  case dataEquation = "data-equation-content"
  case dataCustomCopyText = "data-custom-copy-text"
  case dataType = "data-type"
  case dataContent = "data-content"
  case dataHref = "data-href"
  case dataTestID = "data-testid"
  case url
  case dataSyntax = "data-syntax"
  /// What Confluence tells its highlighter: `brush: py; gutter: false`.
  case dataHighlighter = "data-syntaxhighlighter-params"
  case dataShortCodeLanguage = "data-code-lang"
  case dataChecked = "data-checked"
  case dataDone = "data-done"
  /// What OneNote marks a paragraph as: `to-do:completed`.
  case dataTag = "data-tag"
  case dataSectionStyle = "data-section-style"
  case dataNodeType = "data-node-type"
  case dataTitle = "data-title"
  case joplinLanguage = "data-joplin-language"
  case joplinOpening = "data-joplin-source-open"
  case slackIndent = "data-stringify-indent"
  case ariaChecked = "aria-checked"
  case ariaExpanded = "aria-expanded"
  case ariaHasPopup = "aria-haspopup"
  case ariaLevel = "aria-level"
  case ariaSelected = "aria-selected"
  case wordOnlineLevel = "data-aria-level"
  case epubType = "epub:type"
  case footnoteReference = "data-footnote-ref"
  case abiWordStyle = "awml:style"

  // What links have that are more than an address.
  case target, rel
  case ariaHidden = "aria-hidden"
  case ariaLabel = "aria-label"

  case bgcolor
  /// The number in a cell of LibreOffice Calc.
  case calcValue = "sdval"
  /// The language of such a cell, and the code of its format.
  case calcFormat = "sdnum"

  package static let names = HTMLNameTable(HTMLAttributeName.self)
}
