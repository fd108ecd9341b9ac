public import AQKit

extension AQModule where Self == HTTPModule<OpenAQStations> {
  /// OpenAQ's stations, with the user's own key.
  public static var openAQ: HTTPModule<OpenAQStations> {
    openAQ(decompress: nil)
  }

  /// Registers OpenAQ's stations, with the user's own key, and its archive for values older than five days.
  ///
  /// - Parameter decompress: Decompresses gzip, the format of the archive's files.
  public static func openAQ(decompress: (@Sendable (_ bytes: [UInt8]) throws -> [UInt8])?) -> HTTPModule<
    OpenAQStations
  > {
    HTTPModule(countedBy: "apiKey", formats: [.openAQ]) {
      OpenAQStations(
        apiKey: $0.secret("apiKey") ?? "", includesLowCost: try $0.bool("lowCost") ?? false,
        baseURL: $0["baseURL"], decompress: decompress)
    }
  }
}
