/// The text and link that a licence requires beside the data.
public struct Attribution: Hashable, Sendable, Codable {
  /// The text, exactly as the licence asks for it.
  public var text: String
  /// The address to link to.
  public var link: String?
  /// The name of the licence, such as `CC BY 4.0`.
  public var licence: String?
  /// The address of the licence's text.
  public var licenceLink: String?

  /// An attribution; everything but the text is optional.
  public init(_ text: String, link: String? = nil, licence: String? = nil, licenceLink: String? = nil) {
    self.text = text
    self.link = link
    self.licence = licence
    self.licenceLink = licenceLink
  }
}
