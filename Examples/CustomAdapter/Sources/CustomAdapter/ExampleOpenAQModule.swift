import AQKit

extension AQModule where Self == HTTPModule<ExampleOpenAQ> {
  /// Registers OpenAQ, whose option `apiKey` a configuration or `container.setOption` sets.
  public static var exampleOpenAQ: HTTPModule<ExampleOpenAQ> {
    HTTPModule(countedBy: "apiKey") { ExampleOpenAQ(apiKey: $0.secret("apiKey") ?? "") }
  }
}
