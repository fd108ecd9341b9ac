import AQKit
import AQKitOpenMeteo
import AQKitTesting
import Testing

@Suite("Open-Meteo's search for places")
struct OpenMeteoGeocodingTests {
  private func search(_ body: String, status: Int = 200) -> (OpenMeteoGeocoding, StubTransport) {
    let transport = StubTransport { _ in TransportResponse(status: status, text: body) }
    return (OpenMeteoGeocoding(transport: transport), transport)
  }

  @Test("a place has the service's facts, and its areas, largest first")
  func readsPlaces() async throws {
    let (search, transport) = search(OpenMeteoPayloads.brno)
    let places = try await search.places(matching: AirPlace.Search("Brno", language: "cs-CZ"))
    #expect(places.map(\.name) == ["Brno", "Bruno", "Brňov"])
    let first = try #require(places.first)
    #expect(first.coordinate == (try Coordinate(49.19522, 16.60796)))
    #expect(first.id == "3078610" && first.countryCode == "CZ" && first.timeZone == "Europe/Prague")
    #expect(first.adminAreas == ["South Moravian", "Město Brno"])
    #expect(first.elevation == 226 && first.population == 379_466)
    #expect(places[1].adminAreas == ["Nebraska", "Butler", "Skull Creek Township"])
    #expect(places[2].population == nil)
    #expect(
      transport.requests.map(\.url) == [
        "https://geocoding-api.open-meteo.com/v1/search?name=Brno&count=10&language=cs&format=json"
      ])
  }

  @Test("a missing coordinate is zero, and other missing facts are nil")
  func readsAbsentFields() async throws {
    let body = """
      {"results":[
       {"id":6255152,"name":"Antarctica","latitude":-78.15856,"longitude":16.40626,"elevation":3199.0,
        "feature_code":"CONT","timezone":"Antarctica/Syowa","population":1100},
       {"id":4956966,"name":"Atlantic Point","latitude":44.09647,"longitude":-69.10087,"elevation":9999,
        "feature_code":"CAPE","country_code":"US","admin1":"Maine","admin2":""},
       {"id":2411880,"name":"Kribi Point","longitude":9.9}]}
      """
    let places = try await search(body).0.places(matching: AirPlace.Search("Ant"))
    #expect(places[0].countryCode == nil && places[0].adminAreas.isEmpty && places[0].elevation == 3199)
    #expect(places[1].elevation == nil && places[1].timeZone == nil && places[1].adminAreas == ["Maine"])
    #expect(places[2].coordinate == (try Coordinate(0, 9.9)))
    #expect(places[2].elevation == nil)
  }

  @Test(
    "nothing found is an empty list, and a single letter isn't requested",
    arguments: ["Xyzzyq", "a", " ", ""])
  func findsNothing(name: String) async throws {
    let (search, transport) = search(#"{"generationtime_ms":0.08511543}"#)
    #expect(try await search.places(matching: AirPlace.Search(name)).isEmpty)
    #expect(transport.requests.count == (name.count > 1 ? 1 : 0))
  }

  @Test("a country is requested in capitals and checked in the reply, and the limit applies after that")
  func narrowsToACountry() async throws {
    let (search, transport) = search(OpenMeteoPayloads.brno)
    let places = try await search.places(matching: AirPlace.Search("Brno", countryCode: "cz", limit: 1))
    #expect(places.map(\.id) == ["3078610"])
    let url = try #require(transport.requests.first?.url)
    #expect(url.contains("count=100") && url.hasSuffix("&countryCode=CZ"))
  }

  @Test("a place whose country the response doesn't name is kept, as the service has filtered them")
  func unknownCountry() async throws {
    let body =
      #"{"results":[{"id":1,"name":"Brno","latitude":49.2,"longitude":16.6},"#
      + #"{"id":2,"name":"Brno","latitude":1,"longitude":1,"country_code":"US"}]}"#
    let places = try await search(body).0.places(matching: AirPlace.Search("Brno", countryCode: "cz"))
    #expect(places.map(\.id) == ["1"])
  }

  @Test("an impossible search isn't requested")
  func refuses() async throws {
    let (search, transport) = search("{}")
    for question in [
      AirPlace.Search("Brno", countryCode: "CZE"), AirPlace.Search("Brno", countryCode: "Č1"),
      AirPlace.Search("Brno", limit: 0),
    ] {
      let error = await #expect(throws: AQError.self) { try await search.places(matching: question) }
      #expect(error?.code == .invalidRequest)
    }
    for id in ["", "x", "-1", "0", "99999999999", "12/../x"] {
      let error = await #expect(throws: AQError.self) { try await search.place(id: id) }
      #expect(error?.code == .invalidRequest)
    }
    #expect(transport.requests.isEmpty)
  }

  @Test("a place is found again by its identifier")
  func getsByIdentifier() async throws {
    let (search, transport) = search(OpenMeteoPayloads.enschede)
    let place = try #require(try await search.place(id: "2756071", language: "nl"))
    #expect(place.name == "Enschede" && place.countryCode == "NL" && place.elevation == 45)
    #expect(
      transport.requests.map(\.url) == [
        "https://geocoding-api.open-meteo.com/v1/get?id=2756071&language=nl&format=json"
      ])
    let (other, _) = self.search(#"{"error":true,"reason":"Location ID not found."}"#, status: 400)
    #expect(try await other.place(id: "1") == nil)
  }

  @Test("a key goes to the customers' host as a secret header")
  func sendsTheKey() async throws {
    let transport = StubTransport { _ in TransportResponse(status: 200, text: "{}") }
    _ = try await OpenMeteoGeocoding(transport: transport, apiKey: "a-key").places(
      matching: AirPlace.Search("Brno"))
    let request = try #require(transport.requests.first)
    #expect(request.host == "customer-geocoding-api.open-meteo.com")
    #expect(!request.url.contains("a-key") && request.header("X-Api-Key") == "a-key")
    #expect(request.headers.allSatisfy { $0.isSecret })
  }

  @Test(
    "a bad reply is an error of the table",
    arguments: [
      (200, "<html>", AQError.Code.malformed), (200, "[]", .malformed), (200, #"{"results":3}"#, .malformed),
      (200, #"{"results":[{"id":1}]}"#, .malformed),
      (200, #"{"results":[{"name":"X","latitude":95}]}"#, .malformed),
      (
        400, #"{"error":true,"reason":"No value found (expected type 'String') at path 'name'."}"#,
        .invalidRequest
      ),
      (400, #"{"error":true,"reason":"Parameter count must be between 1 and 100."}"#, .invalidRequest),
      (
        429, #"{"error":true,"reason":"Daily API request limit exceeded. Please try again tomorrow."}"#,
        .rateLimited
      ),
      (502, "<html>Bad Gateway</html>", .unavailable),
    ])
  func translatesFaults(status: Int, body: String, code: AQError.Code) async throws {
    let error = await #expect(throws: AQError.self) {
      try await search(body, status: status).0.places(matching: AirPlace.Search("Brno"))
    }
    #expect(error?.code == code)
    #expect(error?.source == "open-meteo-geocoding")
  }

  @Test("one place that can't be read doesn't lose the others")
  func isolatesPlaces() async throws {
    let body = #"{"results":[{"id":1},{"name":"Brno","latitude":49,"longitude":16},{"name":7}]}"#
    #expect(try await search(body).0.places(matching: AirPlace.Search("Brno")).map(\.name) == ["Brno"])
  }

  @Test("the module's search finds places for a container with a transport")
  func isInTheContainer() async throws {
    let (_, transport) = search(OpenMeteoPayloads.brno)
    let container = try AQContainer().setting(.httpTransport, to: transport).installing(.openMeteo)
    #expect(try await container[.placeSearch].places(matching: AirPlace.Search("Brno")).count == 3)
    let error = #expect(throws: AQError.self) { try AQContainer().installing(.openMeteo)[.placeSearch] }
    #expect(error?.code == .notConfigured)
  }

  @Test("a container's search looks up identifiers too, and one that doesn't says so")
  func looksUpThroughTheProtocol() async throws {
    let transport = StubTransport { _ in TransportResponse(status: 200, text: OpenMeteoPayloads.enschede) }
    let container = try AQContainer().setting(.httpTransport, to: transport).installing(.openMeteo)
    let place = try await container[.placeSearch].place(id: "2756071", language: "nl")
    #expect(place?.name == "Enschede")
    #expect(transport.requests.first?.url.contains("/v1/get?id=2756071&language=nl") == true)
    struct NamesOnly: PlaceSearching {
      func places(matching search: AirPlace.Search) async throws -> [AirPlace] { [] }
    }
    let error = await #expect(throws: AQError.self) { try await NamesOnly().place(id: "1") }
    #expect(error?.code == .unsupported)
  }
}
