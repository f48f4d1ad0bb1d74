/// Puts addresses that hold media in place of the media's identifiers.
struct MediaAddresses {
  private let media: [Medium.ID: Medium]

  /// The document with all media in addresses; of those too large for one, the alternative text is left.
  static func document(_ document: Document) -> Document {
    let addresses = MediaAddresses(media: document.media.byID)
    var result = document.rewritten(addresses.replaced)
    result.media = []
    return result
  }

  private func replaced(_ blocks: [Block]) -> [Block]? {
    blocks.rewritten { Rewriting($0.rewrittenContent(inlines: replaced, blocks: replaced)) }
  }

  private func replaced(_ inlines: [Inline]) -> [Inline]? {
    inlines.rewritten { inline in
      guard case .image(var image) = inline else {
        return Rewriting(inline.content.flatMap(replaced).map(inline.replacingContent))
      }
      guard case .medium(let id) = image.source else { return .unchanged }
      guard let medium = media[id], medium.bytes.count <= LinkPolicy.dataLimit,
        let address = LinkPolicy.imageSource(medium.dataAddress.utf8)
      else { return image.alternative.isEmpty ? .dropped : .replaced(.text(image.alternative)) }
      image.source = .address(address)
      return .replaced(.image(image))
    }
  }
}
