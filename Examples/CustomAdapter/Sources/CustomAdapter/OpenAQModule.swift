import AQKit

extension AQModule where Self == HTTPModule<OpenAQStations> {
  /// Registers OpenAQ, whose option `apiKey` a configuration or `container.setOption` sets.
  public static var openAQ: HTTPModule<OpenAQStations> {
    HTTPModule(countedBy: "apiKey") { OpenAQStations(apiKey: $0.secret("apiKey") ?? "") }
  }
}
