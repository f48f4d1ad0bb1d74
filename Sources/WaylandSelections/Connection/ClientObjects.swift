/// The objects of a Wayland client by the numbers that the client gives them (The Wayland Protocol, "Object IDs").
///
/// An object that was destroyed keeps its number until the compositor confirms it, because events about the object may be
/// on their way.
package struct ClientObjects<Interface: Sendable>: Sendable {
  /// An object, and whether this client has destroyed it.
  package struct Object: Sendable {
    package let interface: Interface
    package fileprivate(set) var isDestroyed = false
  }

  /// The objects by number; number 0 is none.
  private var objects: [Object?]
  private var freeNumbers: [UInt32] = []

  /// The objects of a new connection: the display alone, which has number 1.
  package init(display: Interface) { objects = [nil, Object(interface: display)] }

  /// Adds an object, and returns its number: servers accept no gaps.
  package mutating func make(_ interface: Interface) -> UInt32 {
    let object = Object(interface: interface)
    if let number = freeNumbers.popLast() {
      objects[Int(number)] = object
      return number
    }
    objects.append(object)
    return UInt32(objects.count - 1)
  }

  /// The object of a number; nil for none.
  package subscript(number: UInt32) -> Object? {
    objects.indices.contains(Int(number)) ? objects[Int(number)] : nil
  }

  /// The object that an event is about.
  ///
  /// - Throws: `malformed` if the client has no such object.
  package func target(of message: WireMessage) throws(WireError) -> Object {
    guard let object = self[message.object] else {
      throw .malformed("an event of object \(message.object), which does not exist")
    }
    return object
  }

  /// Notes that the client destroys an object; false if there is none, or if it was destroyed before.
  package mutating func destroy(_ number: UInt32) -> Bool {
    guard self[number]?.isDestroyed == false else { return false }
    objects[Int(number)]?.isDestroyed = true
    return true
  }

  /// Frees a number for another object, as the compositor has confirmed the end of the one that had it.
  ///
  /// - Throws: `malformed` for the display, and if the client has no such object.
  package mutating func forget(_ number: UInt32) throws(WireError) {
    guard number > 1, self[number] != nil else {
      throw .malformed("the end of object \(number), which does not exist")
    }
    objects[Int(number)] = nil
    freeNumbers.append(number)
  }
}
