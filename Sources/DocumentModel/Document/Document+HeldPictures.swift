/// How large the pictures may be that a document brings along in addresses.
package struct PictureBounds: Sendable {
  /// One picture, in bytes.
  package let each: Int
  /// All pictures of a document together.
  package let all: Int

  /// Bounds of so many bytes.
  package init(each: Int, all: Int) {
    (self.each, self.all) = (each, all)
  }

  /// Those for pictures that are put into documents.
  package static let embedded = PictureBounds(each: 8 << 20, all: 24 << 20)
}

extension Image {
  /// True if the picture is a part of its document, or at an address on one machine or in one program: a document in
  /// another format has it only if it is put there.
  package var isHeld: Bool {
    guard let address else { return true }
    return ["data:", "file:", "cid:"].contains { address.utf8.startsIgnoringCase(with: $0) }
  }

  /// What stands in for the picture in text: its alternative text, unless a program left a path there or what it made up.
  package var standIn: [Inline] {
    let words = AlternativeText.ofLostPicture(alternative)
    return words.isEmpty ? [] : [.text(words)]
  }

  /// True for a picture that a format without pictures loses: an empty address is what readers leave of one that they
  /// cannot hold.
  fileprivate var isLost: Bool { isHeld || address == "" }
}

extension Document {
  /// True if there are pictures that a format without pictures would lose.
  package var holdsPictures: Bool { images.contains(where: \.isHeld) }

  /// The document with the pictures within addresses as media, as formats take them that hold pictures.
  ///
  /// Of those that are out of bounds or lie elsewhere the alternative text is left; `leftCount` says how many.
  package func holdingPictures(
    within bounds: PictureBounds = .embedded
  ) -> (document: Document, leftCount: Int) {
    var media = media
    var next = media.reduce(0) { max($0, $1.id.number + 1) }
    var known: [String: Medium.ID?] = [:]
    var (room, leftCount) = (bounds.all, 0)
    var result = replacingImages { image in
      guard image.isHeld, let address = image.address else { return nil }
      if known[address] == nil {
        let medium = Medium(id: Medium.ID(next), at: address, limit: min(bounds.each, room))
        if let medium {
          media.append(medium)
          room -= medium.bytes.count
          next += 1
        }
        known[address] = .some(medium?.id)
      }
      guard let id = known[address] ?? nil else {
        leftCount += 1
        return image.standIn
      }
      var held = image
      held.source = .medium(id)
      return [.image(held)]
    }
    result.media = media
    return (result, leftCount)
  }

  /// The document with the alternative text in place of pictures that it holds.
  package func leavingPictures() -> Document {
    var result = replacingInlines { inline in
      if case .image(let image) = inline, image.isLost { image.standIn } else { nil }
    } blocks: { block in
      // Where a table set pictures side by side, nothing is left.
      if case .table(let table) = block, table.holdsLostPicturesOnly { [] } else { nil }
    }
    result.media = []
    return result
  }
}

extension Table {
  /// True for cells in which there is nothing but pictures that are lost, without words that stand in for them.
  fileprivate var holdsLostPicturesOnly: Bool {
    guard caption.isEmpty else { return false }
    var hasPictures = false
    for block in rows.joined().flatMap(\.blocks) {
      guard case .paragraph(let inlines) = block else { return false }
      for inline in inlines {
        guard case .image(let image) = inline, image.isLost, image.standIn.isEmpty else { return false }
        hasPictures = true
      }
    }
    return hasPictures
  }
}

extension Medium {
  /// The picture that an address holds; nil if it holds none, or a larger one.
  fileprivate init?(id: ID, at address: String, limit: Int) {
    // Four signs stand for three bytes; what is not in base 64 takes no fewer.
    guard address.utf8.count <= limit + limit / 2 + 1024, let data = DataAddress(address),
      data.bytes.count <= limit
    else { return nil }
    let ending = data.type.utf8.startsIgnoringCase(with: "image/svg") ? "svg" : String(data.type.dropFirst(6))
    guard let type = Medium.type(of: data.bytes, "picture." + ending), !data.bytes.isEmpty else {
      return nil
    }
    self.init(id: id, type: type, bytes: data.bytes)
  }
}
