public import AQKit

extension AQModule where Self == HTTPModule<OpenAQStations> {
  /// OpenAQ's stations, with the user's own key.
  public static var openAQ: HTTPModule<OpenAQStations> {
    HTTPModule(countedBy: "apiKey", formats: [.openAQ]) {
      OpenAQStations(apiKey: $0.secret("apiKey") ?? "", baseURL: $0["baseURL"])
    }
  }
}

extension PayloadFormat {
  /// Any answer of OpenAQ, and the files of its archive, by their content.
  public static let openAQ = PayloadFormat(OpenAQStations(apiKey: ""), step: .any)
}
