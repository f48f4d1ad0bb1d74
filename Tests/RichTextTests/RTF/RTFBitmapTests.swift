import Foundation
import RichText
import Testing

/// Pictures in the formats of Windows: WordPad and RichEdit write all theirs as metafiles around a bitmap.
@Suite struct RTFBitmapTests {
  /// Two by two pixels in 24 bits, without the header of a file.
  private static let bitmap: [UInt8] =
    numbers(4, 40, 2, 2) + numbers(2, 1, 24) + numbers(4, 0, 16, 0, 0, 0, 0)
    + [0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0]

  /// Numbers of so many bytes each, the lowest byte first.
  private static func numbers(_ size: Int, _ numbers: Int...) -> [UInt8] {
    numbers.flatMap { number in (0..<size).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
  }

  private static func record(_ function: Int, _ parameters: [UInt8]) -> [UInt8] {
    numbers(4, (6 + parameters.count) / 2) + numbers(2, function) + parameters
  }

  private static func metafile(bitmaps: Int) -> [UInt8] {
    let shown = numbers(4, 0xCC0020) + numbers(2, 0, 2, 2, 0, 0, 2, 2, 0, 0) + bitmap
    let records = (0..<bitmaps).flatMap { _ in record(0x0F43, shown) } + record(0, [])
    return numbers(2, 1, 9, 0x300) + numbers(4, 9 + records.count / 2) + numbers(2, 0)
      + numbers(4, shown.count) + numbers(2, 0) + record(0x0103, [8, 0]) + records
  }

  private static func enhancedMetafile() -> [UInt8] {
    let header = numbers(4, 1, 88) + [UInt8](repeating: 0, count: 80)
    let fields =
      [UInt8](repeating: 0, count: 40) + numbers(4, 80, 40, 120, 16) + [UInt8](repeating: 0, count: 16)
    return header + numbers(4, 81, 8 + fields.count + bitmap.count) + fields + bitmap
      + numbers(4, 14, 20, 0, 16, 20)
  }

  private func image(_ words: String, _ bytes: [UInt8]) throws -> (type: String, bytes: [UInt8])? {
    let hexadecimal = bytes.map { String(format: "%02x", $0) }.joined()
    let rtf =
      #"{\rtf1\ansi a{\pict"# + words + #"\picw53\pich53\picwgoal30\pichgoal30 "# + hexadecimal + "}b}"
    let document = try Format.rtf.readHoldingPictures(Array(rtf.utf8)).document
    return document.media.first.map { ($0.type, $0.bytes) }
  }

  @Test("A bitmap is a picture, by itself and in a metafile of either kind")
  func bitmaps() throws {
    let file = Array("BM".utf8) + Self.numbers(4, 70, 0, 54) + Self.bitmap
    for (words, bytes) in [
      (#"\dibitmap0"#, Self.bitmap), (#"\wmetafile8"#, Self.metafile(bitmaps: 1)),
      (#"\emfblip"#, Self.enhancedMetafile()),
    ] {
      let image = try image(words, bytes)
      #expect(image?.type == "image/bmp")
      #expect(image?.bytes == file)
    }
  }

  @Test("A metafile that draws more stays one, and tells how large it is")
  func drawings() throws {
    for bitmaps in [0, 2] {
      let metafile = Self.metafile(bitmaps: bitmaps)
      let image = try image(#"\wmetafile8"#, metafile)
      #expect(image?.type == "image/wmf")
      #expect(
        image?.bytes.starts(with: [0xD7, 0xCD, 0xC6, 0x9A, 0, 0, 0, 0, 0, 0, 53, 0, 53, 0, 0xEC, 9]) == true)
      #expect(image.map { Array($0.bytes.dropFirst(22)) } == metafile)
    }
    #expect(try image(#"\emfblip"#, [1, 0, 0, 0])?.type == "image/emf")
  }

  @Test("Documents without room for pictures have none of a drawing")
  func withoutRoom() throws { try RTFCase(#"a{\pict\emfblip 01000000}b"#, "ab").check() }

  @Test("Broken bitmaps are none", arguments: [0, 1, 20, 39, 40, 60, 100])
  func brokenBitmaps(length: Int) throws {
    for bytes in [Self.metafile(bitmaps: 1), Self.enhancedMetafile(), Self.bitmap] {
      for words in [#"\wmetafile8"#, #"\emfblip"#, #"\dibitmap0"#] {
        _ = try image(words, Array(bytes.prefix(length)))
      }
    }
  }
}
