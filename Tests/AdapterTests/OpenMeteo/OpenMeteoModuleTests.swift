import AQKit
import AQKitOpenMeteo
import AQKitTesting
import Testing

@Suite("Open-Meteo's module")
struct OpenMeteoModuleTests {
  private let transport = StubTransport { request in
    TransportResponse(
      status: 200,
      text: request.host.hasPrefix("air")
        ? #"{"latitude":0,"longitude":0,"hourly_units":{"time":"unixtime","uv_index":""},"hourly":{"time":[1790978400],"uv_index":[3]}}"#
        : #"{"latitude":0,"longitude":0,"current_units":{"time":"unixtime","interval":"seconds","uv_index":""},"current":{"time":1790978400,"interval":900,"uv_index":4}}"#
    )
  }

  private func hosts(_ module: OpenMeteoModule) async throws -> [String] {
    let container = try AQContainer().setting(.httpTransport, to: transport)
      .setting(.clock, to: ManualClock(AirTime(secondsSince1970: 1_790_980_200))).installing(module)
    let answer = try await AirHub(container).answer(
      for: AirQuery(near: try Coordinate(0, 0), parameters: [.uvIndex]), within: .seconds(600))
    #expect(answer.outcomes.map(\.source.rawValue) == OpenMeteoModule.Service.allCases.map(\.rawValue))
    return transport.requests.map(\.host)
  }

  @Test("a hub asks for the air alone, unless it is told to ask for more")
  func asksTheAir() async throws {
    #expect(try await hosts(.openMeteo) == ["air-quality-api.open-meteo.com"])
  }

  @Test("the weather service is asked, too, if it is installed")
  func asksTheWeather() async throws {
    let hosts = try await hosts(.openMeteo(.airQuality, .weather))
    #expect(Set(hosts) == ["air-quality-api.open-meteo.com", "api.open-meteo.com"])
  }

  @Test("a source is listed as its options define it")
  func declaresOptions() throws {
    var container = try AQContainer().installing(.openMeteo)
    try container.setOption("apiKey", of: "open-meteo", to: "a-key")
    try container.setOption("domain", of: "open-meteo", to: "cams_global")
    try container.setOption("baseURL", of: "open-meteo-weather", to: "http://127.0.0.1:8080")
    let declared = container.descriptors
    #expect(declared[0].rights.commercialUse == .allowed && declared[0].limits.windows.isEmpty)
    #expect(!declared[0].parameters.contains(.birchPollen))
    #expect(declared[1].endpoints.map(\.url) == ["http://127.0.0.1:8080/v1/forecast"])
    #expect(declared[2].rights.commercialUse == .forbidden)
    // The version at the start of the service's paths isn't repeated if the base has it, too.
    for base in ["http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080/"] {
      try container.setOption("baseURL", of: "open-meteo-weather", to: base)
      #expect(container.descriptors[1].endpoints.map(\.url) == ["http://127.0.0.1:8080/v1/forecast"])
    }
    try container.setOption("baseURL", of: "open-meteo-weather", to: "http://127.0.0.1:8080/air/v12")
    #expect(container.descriptors[1].endpoints.map(\.url) == ["http://127.0.0.1:8080/air/v12/v1/forecast"])
  }

  @Test("a disabled source can still be made and asked, and its options are checked")
  func makesSources() throws {
    var container = try AQContainer().setting(.httpTransport, to: transport).installing(.openMeteo)
    for service in OpenMeteoModule.Service.allCases {
      #expect(try container.makeSource(service.source).descriptor.id == service.source)
      #expect(container.isEnabled(service.source) == (service == .airQuality))
    }
    for (option, source, value) in [
      ("domain", "open-meteo", "cams_asia"), ("cellSelection", "open-meteo-weather", "swamp"),
      ("model", "open-meteo-archive", "era6"), ("biasCorrected", "open-meteo-climate", "perhaps"),
    ] {
      var copy = container
      try copy.setOption(option, of: SourceID(source), to: value)
      let error = #expect(throws: AQError.self) { try copy.makeSource(SourceID(source)) }
      #expect(error?.code == .notConfigured, "\(option)")
    }
    try container.setOption("baseURL", of: "open-meteo-archive", to: "http://127.0.0.1:8080")
    #expect(
      try container.makeSource("open-meteo-archive").descriptor.endpoints.map(\.url)
        == ["http://127.0.0.1:8080/v1/archive"])
  }
}
