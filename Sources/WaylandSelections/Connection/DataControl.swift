/// One of the protocols by which a program reads and sets what is copied without a window, as a compositor has it.
///
/// They differ in name and in what their versions hold; requests, events and their numbers are the same.
package struct DataControl: Hashable, Sendable {
  /// The name of the interface that all else is made with.
  package let manager: String
  /// The newest version that is known here.
  let newest: UInt32
  /// The first version that has what is selected, beside what is copied.
  let primarySince: UInt32

  /// All that are known, the best first.
  package static let all = [
    DataControl(manager: "ext_data_control_manager_v1", newest: 1, primarySince: 1),
    DataControl(manager: "zwlr_data_control_manager_v1", newest: 2, primarySince: 2),
  ]

  /// The version that is used with a compositor that has this one.
  func version(offered: UInt32) -> UInt32 { min(offered, newest) }
}
