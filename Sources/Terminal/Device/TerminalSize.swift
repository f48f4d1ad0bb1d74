import Glibc

/// How large a terminal is.
package struct TerminalSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int
  /// The size of a character in pixels; nil where the terminal does not tell.
  package var cell: Cell?

  package struct Cell: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  package init(columns: Int, rows: Int, cell: Cell? = nil) {
    self.columns = columns
    self.rows = rows
    self.cell = cell
  }

  /// The size of the terminal behind a descriptor; nil if it is none, or one that does not know.
  package init?(of descriptor: Int32) {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    columns = Int(size.ws_col)
    rows = Int(size.ws_row)
    let (width, height) = (Int(size.ws_xpixel) / columns, Int(size.ws_ypixel) / rows)
    cell = width > 0 && height > 0 ? Cell(width: width, height: height) : nil
  }
}
