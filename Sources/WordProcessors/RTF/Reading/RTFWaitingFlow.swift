/// A paragraph, and the flow that it is part of, while a note or a box within it is read.
struct RTFWaitingFlow {
  var paragraph: FlowOpenParagraph
  var flow: RTFFlowBuilder
  /// The bookmarks that stand in the paragraph.
  var bookmarks: [String]
  var paragraphGroup: Int
  /// The index of the note.
  var note: Int
}
