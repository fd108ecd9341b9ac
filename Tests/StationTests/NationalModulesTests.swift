import AQKit
import AQKitStations
import AQKitTesting
import Testing

@Suite("The modules of national services") struct NationalModulesTests {
  private func container() throws -> AQContainer {
    try AQContainer().setting(.httpTransport, to: StubTransport(always: .status(200, text: "{}")))
      .setting(.clock, to: ManualClock())
      .installing(.londonAir).installing(.moenv).installing(.nea).installing(.airKorea)
      .installing(.canadaAQHI).installing(.cpcb).installing(.soramame)
      .installing(.miteco).installing(.chmi).installing(.luftmalinger).installing(.hongKongEPD).installing(
        .fmi
      )
      .installing(.irceline).installing(.ukAir).installing(.smhiAir)
  }

  private static let identifiers: [SourceID] = [
    "london-air", "moenv", "nea", "airkorea", "canada-aqhi", "cpcb", "soramame", "miteco", "chmi",
    "luftmalinger", "hk-epd", "fmi", "irceline", "uk-air",
    "smhi-air",
  ]

  @Test("each service is registered under its identifier")
  func registered() throws {
    #expect(try container().descriptors.map(\.id) == Self.identifiers)
  }

  @Test("a service that needs a key says which option to set", arguments: ["moenv", "airkorea", "cpcb"])
  func key(source: SourceID) throws {
    let container = try container()
    let error = #expect(throws: AQError.self) { try container.makeSource(source) }
    #expect(error?.code == .notConfigured)
  }

  @Test("another address is the only one that is asked", arguments: identifiers)
  func address(source: SourceID) throws {
    var container = try container()
    try container.setOption("baseURL", of: source, to: "https://air.example.org/there")
    for name in ["apiKey", "serviceKey"] {
      let isOption = container.descriptors.contains {
        $0.id == source && $0.options.contains { $0.name == name }
      }
      if isOption { try container.setOption(name, of: source, to: "key-of-the-test") }
    }
    #expect(
      try container.makeSource(source).descriptor.endpoints.map(\.url) == ["https://air.example.org/there"])
  }

  @Test("each service credits its agency and covers a part of the world", arguments: identifiers)
  func declared(source: SourceID) throws {
    let descriptor = try #require(container().descriptors.first { $0.id == source })
    #expect(!descriptor.attribution.isEmpty && descriptor.rights.terms != nil)
    #expect(
      descriptor.offers.allSatisfy {
        if case .boxes(let boxes) = $0.coverage { !boxes.isEmpty } else { false }
      })
  }
}
