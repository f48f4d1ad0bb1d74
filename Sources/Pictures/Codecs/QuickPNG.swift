import CZlib

/// PNG of large pictures, where speed counts more than size: a program that pastes waits for half a second.
enum QuickPNG {
  /// Writes each row as what differs from the one above, and runs of equal bytes of that as one.
  static func write(_ picture: Picture) -> [UInt8]? {
    let isOpaque = picture.isOpaque
    let samples = isOpaque ? 3 : 4
    guard let data = deflated(filteredRows(of: picture, samples: samples)) else { return nil }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file.reserveCapacity(data.count + 64)
    // Eight bits a sample; colours alone, or with opacity (PNG specification, 11.2.1).
    append(
      "IHDR", number(picture.width) + number(picture.height) + [8, isOpaque ? 2 : 6, 0, 0, 0], to: &file)
    append("IDAT", data, to: &file)
    append("IEND", [], to: &file)
    return file
  }

  /// Filter 2 of the specification (9.2), with its number before each row.
  private static func filteredRows(of picture: Picture, samples: Int) -> [UInt8] {
    let (pixels, width) = (picture.bytes, picture.width)
    let rowLength = width * samples + 1
    return unsafe [UInt8](unsafeUninitializedCapacity: rowLength * picture.height) { buffer, filled in
      let rows = unsafe buffer
      unsafe pixels.withUnsafeBufferPointer { pixels in
        var goal = 0
        for row in 0..<picture.height {
          unsafe rows[goal] = 2
          goal += 1
          var place = row * width * 4
          for _ in 0..<width {
            for sample in 0..<samples {
              let above = unsafe row == 0 ? 0 : pixels[place + sample - width * 4]
              unsafe rows[goal + sample] = unsafe pixels[place + sample] &- above
            }
            goal += samples
            place += 4
          }
        }
      }
      filled = rowLength * picture.height
    }
  }

  static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = unsafe z_stream()
    guard unsafe CZlibBeginQuickDeflating(&stream) == Z_OK else { return nil }
    defer { unsafe deflateEnd(&stream) }
    guard bytes.count < Int(UInt32.max) / 2 else { return nil }
    let room = Int(unsafe deflateBound(&stream, UInt(bytes.count)))
    var input = bytes
    let data = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = uInt(input.count)
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = uInt(room)
        let isWhole = unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END
        filled = unsafe isWhole ? Int(stream.total_out) : 0
      }
    }
    return data.isEmpty ? nil : data
  }

  static func append(_ name: String, _ data: [UInt8], to file: inout [UInt8]) {
    file += number(data.count)
    let start = file.count
    file += Array(name.utf8)
    file += data
    let sum = unsafe file.withUnsafeBufferPointer { buffer in
      unsafe crc32(0, buffer.baseAddress.map { unsafe $0 + start }, uInt(buffer.count - start))
    }
    file += number(Int(sum))
  }

  static func number(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
