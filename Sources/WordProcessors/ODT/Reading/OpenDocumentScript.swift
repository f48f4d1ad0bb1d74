/// The kinds of writing that OpenDocument gives formats of their own (ODF 1.3, 20.187 and 20.188).
enum OpenDocumentScript {
  case western
  /// Chinese, Japanese, Korean.
  case asian
  /// What runs from right to left, and what joins its letters.
  case complex

  /// Nil for signs of no script, which follow the text before them.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x370...0x52F, 0x1E00...0x1FFF: self = .western
    case 0x590...0x1058, 0x1780...0x17FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x1_0800...0x1_0FFF:
      self = .complex
    case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
      0xFF21...0xFFDC, 0x1_AFF0...0x1_B2FF, 0x2_0000...0x3_FFFF:
      self = .asian
    default: return nil
    }
  }
}
