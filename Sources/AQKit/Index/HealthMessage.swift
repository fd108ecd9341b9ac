/// What a standard advises in a band, in AQKit's own words.
///
/// The regulator's text is the official one; it is named in ``source``, and this paraphrase is unofficial.
public struct HealthMessage: Hashable, Sendable, Codable {
  /// For whom, such as `sensitive` or `everyone`.
  public var group: String
  /// The advice, paraphrased in English.
  public var text: String
  /// The document that holds the official text.
  public var source: String
  /// Always false: the text is a paraphrase.
  public var isOfficial: Bool { false }

  /// Makes a message.
  public init(group: String, text: String, source: String) {
    self.group = group
    self.text = text
    self.source = source
  }
}
