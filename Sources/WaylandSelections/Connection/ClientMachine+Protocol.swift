/// What the machine tells, and the numbers of the protocol.
extension ClientMachine {
  /// What has happened.
  package enum Event {
    /// The compositor has come to this `sync`.
    case done(UInt32)
    /// What is copied or selected is another, or nothing any more.
    case changed(Slot)
    /// The seat is gone, and with it all that was copied there.
    case finished
    /// Somebody wants a form of what a source of ours offers, through a pipe.
    case asked(source: UInt32, name: String, OpenFile)
    /// A source of ours has been replaced, or was never accepted.
    case cancelled(source: UInt32)
  }

  /// Something that a compositor has for every client.
  package struct Global: Hashable, Sendable {
    package let name: UInt32
    package let interface: String
    package let version: UInt32
  }

  /// What an object of ours is.
  enum Interface {
    case display, registry, callback, seat, manager, device, source
  }

  /// The numbers of requests.
  enum Request {
    static let sync: UInt16 = 0
    static let getRegistry: UInt16 = 1
    static let bind: UInt16 = 0
    static let createSource: UInt16 = 0
    static let getDevice: UInt16 = 1
    static let setSelection: UInt16 = 0
    static let setPrimarySelection: UInt16 = 2
    static let sourceOffer: UInt16 = 0
    static let sourceDestroy: UInt16 = 1
    static let receive: UInt16 = 0
    static let offerDestroy: UInt16 = 1
  }

  /// The bounds on what a compositor may make us remember.
  enum Limit {
    /// Offers that no selection has named yet.
    static let unnamedOffers = 16
    static let globals = 4096
    /// Descriptors that no message has claimed.
    static let unclaimedFiles = 64
  }

  /// The interface of what a device is had for.
  static let seat = "wl_seat"

  /// Numbers from here on are given by the server.
  static let firstServerObject: UInt32 = 0xFF00_0000
}
