/// A number of 32 bits: paragraphs and their formats are copied often and kept by the thousands.
@propertyWrapper
struct CompactNumber: Hashable {
  private var stored: Int32

  var wrappedValue: Int {
    get { Int(stored) }
    set { stored = Int32(clamping: newValue) }
  }

  init(wrappedValue: Int) { stored = Int32(clamping: wrappedValue) }
}

/// Such a number, or none.
@propertyWrapper
struct CompactOptionalNumber: Hashable {
  /// The least number stands for none; no measure or number of a document is as small.
  private var stored = Int32.min

  var wrappedValue: Int? {
    get { stored == .min ? nil : Int(stored) }
    set { stored = newValue.map { max(Int32(clamping: $0), .min + 1) } ?? .min }
  }

  init(wrappedValue: Int?) { self.wrappedValue = wrappedValue }
}
