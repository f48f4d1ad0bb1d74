import Conversions
import Exchange
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

/// The items that the operands of `pb drag` name: content, or files.
enum DraggedOperands {
  /// The number of rows that fit on screens.
  private static let rowLimit = 40

  /// - Parameter areTogether: whether all files make one drag.
  static func things(_ arguments: Arguments, areTogether: Bool) throws(Failure) -> [Draggable] {
    guard let items = try files(arguments) else { return [try content(arguments)] }
    let paths = CopiedFiles.distinctPaths(of: arguments)
    let names = paths.map(name)
    if areTogether || items.count > rowLimit, items.count > 1 {
      return [DragItems.files(items, title: "\(items.count) files", detail: "")]
    }
    return items.indices.map { index in
      DragItems.files([items[index]], title: names[index], detail: kind(of: paths[index]))
    }
  }

  /// Nil if the content of one document, or of standard input, is dragged.
  private static func files(_ arguments: Arguments) throws(Failure) -> [PasteboardItem]? {
    if let items = try CopiedFiles.items(arguments) { return items }
    guard let operand = arguments.operands.first, operand != "-" else { return nil }
    if arguments.isGiven(CopyOptions.type) { return nil }
    if let type = TypeName.type(ofFile: operand), Format(type) != nil { return nil }
    return try CopiedFiles.items(arguments, always: true)
  }

  private static func content(_ arguments: Arguments) throws(Failure) -> Draggable {
    let (item, terms) = try CopyOptions.content(arguments)
    let path = arguments.operands.first == "-" ? nil : CopiedFiles.paths(of: arguments).first
    let type = item.types.first
    return DragItems.content(
      item, terms, title: path.map(name) ?? type.map(DragItems.word) ?? "", fileName: path?.lastComponent)
  }

  private static func name(of path: FilePath) -> String {
    let name = path.lastComponent
    return String(decoding: name.isEmpty ? path.bytes : name, as: UTF8.self)
  }

  private static func kind(of path: FilePath) -> String {
    path.isFolder ? "folder" : TypeName.type(ofFile: name(of: path)).map(DragItems.word) ?? ""
  }
}
