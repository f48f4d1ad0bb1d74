import RichText

/// The names of SVG and MathML in their own spelling, which tags in HTML do not have to keep (WHATWG HTML 13.2.6.5).
enum ForeignNames {
  private static let elements = table(
    """
    altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix
    feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
    feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
    fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient
    radialGradient textPath
    """)

  private static let attributes = table(
    """
    attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits
    glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust
    limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength
    patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio
    primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures specularConstant
    specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX
    targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan
    """)

  private static let qualified: Set<String> = [
    "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show", "xlink:title", "xlink:type",
    "xml:lang", "xml:space", "xmlns:xlink",
  ]

  private static func table(_ names: String) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: names.split { $0 == " " || $0 == "\n" }.map { ($0.lowercased(), String($0)) })
  }

  static func element(_ name: String, _ namespace: ElementNamespace) -> String {
    namespace == .svg ? elements[name] ?? name : name
  }

  static func attribute(_ name: String, _ namespace: ElementNamespace) -> String {
    guard namespace != .html else { return name }
    if qualified.contains(name) { return name.split(separator: ":").joined(separator: " ") }
    if namespace == .mathML { return name == "definitionurl" ? "definitionURL" : name }
    return attributes[name] ?? name
  }
}
