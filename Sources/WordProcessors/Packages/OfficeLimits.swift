import Containers

/// What the archives of office documents may cost.
enum OfficeLimits {
  /// The largest file, in bytes.
  static let file = 512 * 1024 * 1024
  /// One part of text and formatting; the largest of 2,829 real documents had 17 MB in all.
  static let parts = ZipLimits(size: 512 * 1024 * 1024)
  /// All of these together.
  static let allParts = 512 * 1024 * 1024
  /// As much of a part as a glance takes.
  static let beginning = 1024 * 1024
  /// A picture.
  static let media = ZipLimits(size: 64 * 1024 * 1024)
  /// All pictures together.
  static let allMedia = 256 * 1024 * 1024

  /// The archive of a document, or what else the bytes are.
  static func archive(of bytes: [UInt8], _ format: String) throws(RichTextError) -> ZipArchive {
    guard bytes.count <= file else {
      throw RichTextError(.tooLarge, "the \(format) has more than \(file) bytes")
    }
    // Microsoft's compound files hold what Word 97 wrote, and encrypted documents.
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      throw RichTextError(
        .notThisFormat,
        "the file is protected by a password, or was written by \(format == "DOCX" ? "Word" : "Excel") 97 to 2003"
      )
    }
    do {
      return try ZipArchive(bytes)
    } catch {
      throw RichTextError(.notThisFormat, "the bytes are not \(format)")
    }
  }
}

extension RichTextError {
  /// Why a part of an archive could not be read.
  init(_ error: ContainerError) {
    switch error.code {
    case .tooLarge: self.init(.tooLarge, error.description)
    case .encrypted: self.init(.notThisFormat, "the file is protected by a password")
    case .notAContainer, .damaged: self.init(.notThisFormat, error.description)
    }
  }
}
