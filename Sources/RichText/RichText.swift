// One name for all of rich text: programs that use it import this module alone. Its parts are modules of their own, so that
// they are compiled side by side.
@_exported public import DocumentModel
@_exported public import HTMLReading
@_exported public import HTMLWriting
@_exported public import MarkdownDocuments
@_exported public import WordProcessors
