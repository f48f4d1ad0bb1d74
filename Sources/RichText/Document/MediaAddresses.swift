/// Puts addresses that hold media in place of the media's identifiers.
struct MediaAddresses {
  private let media: [Medium.ID: Medium]

  /// The document with all media in addresses; of those too large for one, the alternative text is left.
  static func document(_ document: Document) -> Document {
    let addresses = MediaAddresses(media: document.media.byID)
    var result = document
    result.media = []
    result.blocks = addresses.replaced(document.blocks)
    result.footnotes = document.footnotes.map {
      Footnote(label: $0.label, blocks: addresses.replaced($0.blocks))
    }
    return result
  }

  private func replaced(_ blocks: [Block]) -> [Block] {
    blocks.map { $0.mapContent(inlines: replaced, blocks: replaced) }
  }

  private func replaced(_ inlines: [Inline]) -> [Inline] {
    inlines.compactMap { inline in
      guard case .image(var image) = inline else {
        return inline.content.map { inline.replacingContent(with: replaced($0)) } ?? inline
      }
      guard case .medium(let id) = image.source else { return inline }
      guard let medium = media[id], medium.bytes.count <= LinkPolicy.dataLimit,
        let address = LinkPolicy.imageSource(medium.dataAddress.utf8)
      else { return image.alternative.isEmpty ? nil : .text(image.alternative) }
      image.source = .address(address)
      return .image(image)
    }
  }
}
