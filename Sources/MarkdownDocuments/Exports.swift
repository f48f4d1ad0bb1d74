@_exported public import DocumentModel
@_exported public import HTMLWriting
