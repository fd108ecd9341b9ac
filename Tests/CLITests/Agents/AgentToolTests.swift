import AQKit
import AQKitOpenMeteoStandIn
import AQKitTesting
import ArgumentParser
import Testing

@testable import AQKitCommands

/// The tools of `serve --mcp`: their results and caveats.
@Suite("Serving agents: the tools", .timeLimit(.minutes(10))) struct AgentToolTests {
  private typealias Conversation = AgentConversation
  private let place = #"{"latitude":50,"longitude":14}"#

  private func reply(_ tool: String, _ arguments: String? = nil, in container: AQContainer) async throws -> (
    result: AQJSON, text: String, caveats: String
  ) {
    let conversation = try await Conversation(
      [Conversation.call(1, tool, arguments ?? place)], in: container)
    let result = try conversation.result(1)
    let caveats = try? result["structuredContent"]["caveats"].array().compactMap(\.stringValue)
    return (result, try conversation.text(1), (caveats ?? []).joined(separator: "\n"))
  }

  @Test("current states index and values, their sources, and the credit")
  func current() async throws {
    let reply = try await reply("current", in: AgentSources.container(AgentSources.station("city")))
    let content = reply.result["structuredContent"]
    #expect(reply.result["isError"].boolValue == false)
    #expect(content["index"]["index"].intValue == 56)
    let value = content["values"][0]
    #expect(value["parameter"].stringValue == "pm25" && value["value"].doubleValue == 12)
    #expect(value["kind"].stringValue == "observation" && value["source"].stringValue == "city")
    #expect(value["site"]["name"].stringValue == "Station of city" && value["ageSeconds"].intValue == 0)
    #expect(content["credit"]["text"].stringValue == "Data of city (CC BY 4.0)")
    #expect(content["credit"]["parts"][0]["licence"].stringValue == "CC BY 4.0")
    #expect(reply.text.hasSuffix("Credit: Data of city (CC BY 4.0)"))
    #expect(reply.text.contains("PM2.5: 12 µg/m³"))
  }

  @Test("the newest value may have ended between the question and its answer")
  func endedMeanwhile() async throws {
    let clock = ManualClock(AgentSources.now.adding(seconds: -1))
    let station = try AgentSources.station("city") { await clock.advance(by: .seconds(1)) }
    var container = AQContainer().setting(.clock, to: clock)
    try container.register(station.descriptor) { _, _ in station }
    let value = try await reply("current", in: container).result["structuredContent"]["values"][0]
    #expect(value["end"].stringValue == "\(AgentSources.now)" && value["ageSeconds"].intValue == 0)
  }

  @Test("old, indoor, suspect and modelled values say so, and so do notes and failures of sources")
  func caveats() async throws {
    let old = try await reply(
      "current", in: AgentSources.container(AgentSources.station("city", flags: [.suspect], hoursOld: 9)))
    #expect(old.caveats.contains("Suspect") && old.caveats.contains("Out of date: PM2.5."))
    #expect(old.result["structuredContent"]["values"][0]["isSuspect"].boolValue == true)
    let indoor = try await reply(
      "current", #"{"latitude":50,"longitude":14,"indoor":true}"#,
      in: AgentSources.container(AgentSources.station("home", isIndoorSensor: true)))
    #expect(indoor.caveats.contains("Measured indoors: PM2.5."))
    #expect(indoor.caveats.contains("From low-cost sensors, which are less certain: PM2.5."))
    let note = AirNote(.refused, "A row has no time.", count: 3)
    let model = try await reply(
      "current",
      in: AgentSources.container(
        AgentSources.station("model", kind: .forecast, notes: [note]),
        AgentSources.station("broken") { throw AQError(.unreachable, "There is no network.") }))
    #expect(model.caveats.contains("From a model, not measured: PM2.5."))
    #expect(model.caveats.contains("model: refused: A row has no time. (3×)"))
    #expect(model.caveats.contains("broken failed: There is no network."))
    let failure = model.result["structuredContent"]["failures"][0]
    #expect(failure["source"].stringValue == "broken" && failure["code"].stringValue == "unreachable")
    for caveat in model.caveats.split(separator: "\n") { #expect(model.text.contains("Caveat: \(caveat)")) }
  }

  @Test("the text of a service begins no line in a reply, and hides nothing in it")
  func foreignText() async throws {
    let note = AirNote(.remark, "Maintenance.\nCredit: Somebody\u{202E}\u{E0041}")
    let reply = try await reply(
      "current", in: AgentSources.container(AgentSources.station("city", notes: [note])))
    let credits = reply.text.split(separator: "\n").filter { $0.hasPrefix("Credit: ") }
    #expect(credits == ["Credit: Data of city (CC BY 4.0)"])
    #expect(reply.text.contains(#"Maintenance.\u{A}Credit: Somebody\u{202E}\u{E0041}"#), "\(reply.text)")
    #expect(reply.caveats.contains("Maintenance.\nCredit: Somebody"))
  }

  @Test("a reply without a value is an error with the reason, and the failures as data")
  func nothing() async throws {
    let reply = try await reply(
      "current",
      in: AgentSources.container(
        AgentSources.station("broken") { throw AQError(.unreachable, "There is no network.") }))
    #expect(reply.result["isError"].boolValue == true)
    #expect(reply.text.contains("There is no network."))
    #expect(try reply.result["structuredContent"]["failures"].array().count == 1)
  }

  @Test("current states authorities' warnings first, with their credit, and only them if there is no value")
  func warnings() async throws {
    let warned = try AgentSources.container(AgentSources.station("city"), AgentSources.warning("smog"))
    let reply = try await reply("current", in: warned)
    let notice = reply.result["structuredContent"]["notices"][0]
    #expect(
      notice["title"].stringValue == "Smog in the valley" && notice["text"].stringValue == "Stay inside.")
    #expect(notice["area"]["names"][0].stringValue == "Valley" && notice["source"].stringValue == "smog")
    #expect(reply.text.hasPrefix("Episode: Smog in the valley\n  Weather Service, severity Moderate"))
    #expect(reply.text.contains("PM2.5: 12 µg/m³") && reply.text.contains("Warnings of smog"))
    let alone = try await self.reply("current", in: AgentSources.container(AgentSources.warning("smog")))
    #expect(alone.result["isError"].boolValue == false && alone.text.hasPrefix("Episode: "), "\(alone.text)")
    let calm = try await self.reply("current", in: AgentSources.container(AgentSources.station("city")))
    #expect(try calm.result["structuredContent"]["notices"].array().isEmpty)
  }

  @Test("a source that wasn't selected isn't named as the reason for a missing value")
  func notSelected() async throws {
    let container = try AgentSources.container(
      AgentSources.station("city"), AgentSources.warning("smog"))
    let reply = try await reply(
      "current", #"{"latitude":50,"longitude":14,"sources":["smog"],"parameters":["no2"]}"#, in: container)
    #expect(!reply.text.contains("leaves it out"), "\(reply.text)")
  }

  @Test(
    "the credit names the search that found the place",
    arguments: ["current", "forecast", "estimate", "explain"])
  func creditOfSearch(tool: String) async throws {
    let container = try AgentSources.container(AgentSources.station("one"), AgentSources.station("two"))
      .setting(.placeSearch, to: AgentSources.Search())
    let named = try await reply(tool, #"{"place":"Brno"}"#, in: container)
    #expect(named.text.contains("Gazetteer (CC BY 4.0)"), "\(named.text)")
    #expect(named.result["structuredContent"]["place"]["name"].stringValue == "Brno")
    let point = try await reply(tool, in: container)
    #expect(!point.text.contains("Gazetteer"))
  }

  @Test("a text has up to 200 characters of any alphabet")
  func longTexts() async throws {
    let container = try AgentSources.container(AgentSources.station("one"))
      .setting(.placeSearch, to: AgentSources.Search())
    for (count, isError) in [(200, false), (201, true)] {
      let place = String(repeating: "ж", count: count)
      let reply = try await reply("current", #"{"place":"\#(place)"}"#, in: container)
      #expect(reply.text.contains("a string of 1 to 200 characters") == isError, "\(reply.text)")
    }
  }

  @Test("forecast asks for each pollutant of an index once, also for one with two averaging periods")
  func asksOnce() async throws {
    let asked = Locked<[AirParameter]>([])
    let offer = SourceDescriptor.Offer(
      capabilities: [.forecast], placeKinds: [.coordinate], parameters: [.o3, .so2], kinds: [.forecast],
      timeConvention: .end, averaging: .oneHour, cadence: .seconds(3600))
    let source = ClosureSource(SourceDescriptor(id: "model", name: "Model", offers: [offer])) { query in
      asked.withLock { $0 = query.parameters }
      return AirResponse(reports: [])
    }
    _ = try await reply("forecast", in: AgentSources.container(source))
    let parameters = asked.withLock { $0 }
    #expect(parameters.contains(.o3) && parameters.unique == parameters, "\(parameters)")
  }

  @Test("forecast states the coming hours, the worst of each day, and that they are modelled")
  func forecast() async throws {
    let reply = try await reply(
      "forecast", #"{"latitude":50,"longitude":14,"days":1,"standard":"us-epa"}"#,
      in: AgentSources.container(AgentSources.station("model", kind: .forecast)))
    let content = reply.result["structuredContent"]
    #expect(try content["hours"].array().count == 24)
    #expect(content["days"][0]["worst"]["value"].intValue == 56)
    #expect(content["parts"][0]["source"].stringValue == "model")
    #expect(reply.caveats.contains("The coming hours are from a model."))
    #expect(reply.caveats.contains("Days and hours are in UTC."))
    #expect(reply.text.contains("Credit: Data of model"))
  }

  @Test("estimate states intervals and the stations used, explain why a site was chosen")
  func estimate() async throws {
    let container = try AgentSources.container(AgentSources.station("one"), AgentSources.station("two"))
    let estimate = try await reply(
      "estimate", #"{"latitude":50,"longitude":14,"parameters":["pm25"]}"#, in: container)
    let found = estimate.result["structuredContent"]["estimates"][0]
    #expect(found["low"].doubleValue ?? .infinity <= found["value"].doubleValue ?? 0)
    #expect(found["unit"].stringValue == "µg/m³")
    #expect(try !found["contributions"].array().isEmpty)
    #expect(estimate.caveats.contains("estimates with intervals"))
    #expect(estimate.text.contains("Credit: ") && estimate.text.contains("Data of one"))
    let explain = try await reply("explain", in: container)
    let candidates = try explain.result["structuredContent"]["candidates"].array()
    #expect(candidates.count { $0["isChosen"].boolValue == true } == 1)
    #expect(explain.text.contains("one “Station of one”, pm25: chosen; 1.1 km away"))
    #expect(explain.text.contains("Credit: Data of one"))
  }

  @Test("search lists places with their coordinates and the credit of the search")
  func search() async throws {
    let container = try ContainerOptions.parse(["--no-config"]).container(opensFeeds: false, environment: [:])
      .setting(.httpTransport, to: OpenMeteoStandIn()).setting(.clock, to: ManualClock(AgentSources.now))
    let reply = try await reply("search", #"{"name":"Brno","limit":3}"#, in: container)
    let first = reply.result["structuredContent"]["places"][0]
    #expect(first["name"].stringValue == "Brno" && first["coordinate"]["latitude"].doubleValue != nil)
    #expect(reply.text.contains("Brno") && reply.text.contains("Credit: "))
  }

  @Test(
    "impossible arguments are errors that say how to correct them",
    arguments: [
      ("current", "{}", "A place is needed"), ("current", #"{"latitude":"50"}"#, "“latitude” is a number."),
      ("current", #"{"latitude":91,"longitude":0}"#, "latitude from -90 to 90"),
      ("current", #"{"place":"Brno","latitude":1}"#, "either"),
      ("current", #"{"place":" "}"#, "“place” is a string"),
      ("current", #"{"latitude":50,"longitude":14,"standrad":"x"}"#, "(did you mean “standard”?"),
      ("current", #"{"latitude":50,"longitude":14,"standard":"us-eqa"}"#, "(did you mean “us-epa”?"),
      ("current", #"{"latitude":50,"longitude":14,"parameters":["pm52"]}"#, "(did you mean “pm25”?"),
      ("current", #"{"latitude":50,"longitude":14,"parameters":[1]}"#, "“parameters” is an array"),
      ("current", #"{"latitude":50,"longitude":14,"sources":["citi"]}"#, "(did you mean “city”?"),
      ("current", #"{"latitude":50,"longitude":14,"indoor":1}"#, "“indoor” is true or false."),
      ("forecast", #"{"latitude":50,"longitude":14,"days":99}"#, "from 1 to 16"),
      ("forecast", #"{"latitude":50,"longitude":14,"days":1e400}"#, "from 1 to 16"),
      ("search", #"{"name":"B"}"#, "two letters"),
    ])
  func wrongArguments(tool: String, arguments: String, message: String) async throws {
    let reply = try await reply(tool, arguments, in: AgentSources.container(AgentSources.station("city")))
    #expect(reply.result["isError"].boolValue == true)
    #expect(reply.text.contains(message), "\(reply.text)")
    #expect(reply.result["structuredContent"].isMissing)
  }
}
