/// The atoms of drag and drop (XDND 5, XDS), once the server has told them.
struct DragNames: Hashable, Sendable {
  let selection, aware, proxy, typeList, actionList, directSave: XAtom
  let enter, position, status, leave, drop, finished: XAtom
  let copy, move: XAtom

  /// Their names, in the order of the properties above.
  static let all = [
    "XdndSelection", "XdndAware", "XdndProxy", "XdndTypeList", "XdndActionList", "XdndDirectSave0",
    "XdndEnter", "XdndPosition", "XdndStatus", "XdndLeave", "XdndDrop", "XdndFinished",
    "XdndActionCopy", "XdndActionMove",
  ]

  init(_ atoms: AtomTable) {
    self.init { place in atoms[Self.all[place]] ?? .none }
  }

  /// - Parameter atom: gives the atom of the name at a place in `all`.
  init(_ atom: (Int) -> XAtom) {
    let known = Self.all.indices.map(atom)
    (selection, aware, proxy, typeList, actionList, directSave) =
      (known[0], known[1], known[2], known[3], known[4], known[5])
    (enter, position, status, leave, drop, finished) =
      (known[6], known[7], known[8], known[9], known[10], known[11])
    (copy, move) = (known[12], known[13])
  }
}
