/// The block of text that is open within the innermost container.
enum OpenLeaf {
  case none
  case paragraph
  case fence(UInt8, length: Int, indent: Int)
  case indentedCode
  case html(HTMLBlockCondition)
  case table
}
