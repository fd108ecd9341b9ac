#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The text and link that a licence requires with the data.
public struct AirAttribution: Hashable, Sendable, Codable {
  /// The text, exactly as the licence asks for it.
  public let text: String
  /// The address to link to.
  public var link: String?
  /// The name of the licence, such as `CC BY 4.0`.
  public var licence: String?
  /// The address of the licence's text.
  public var licenceLink: String?

  /// Creates an attribution; everything but the text is optional.
  public init(_ text: String, link: String? = nil, licence: String? = nil, licenceLink: String? = nil) {
    self.text = text
    self.link = link
    self.licence = licence
    self.licenceLink = licenceLink
  }

  /// The attribution's strings, for an estimate of its size.
  package var texts: [String?] { [text, link, licence, licenceLink] }

  /// ``link`` as an address to open; nil if there is none or if it isn't a web address (`http`, `https`).
  @_alwaysEmitIntoClient public var url: URL? { link.flatMap { $0.isWebPage ? URL(string: $0) : nil } }

  /// ``licenceLink`` as an address to open; nil if there is none or if it isn't a web address.
  @_alwaysEmitIntoClient public var licenceURL: URL? {
    licenceLink.flatMap { $0.isWebPage ? URL(string: $0) : nil }
  }
}
