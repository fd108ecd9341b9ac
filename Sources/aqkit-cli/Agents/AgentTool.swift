import AQKitDecoding

/// A tool that an agent can call, with the schemas of its arguments and its results (JSON Schema 2020-12).
enum AgentTool: String, CaseIterable, Sendable {
  case current, forecast, estimate, explain, search

  var title: String {
    switch self {
    case .current: "Air quality now"
    case .forecast: "Air quality of the coming days"
    case .estimate: "Air at a place, estimated from the stations around it"
    case .explain: "Sources at a place, and why each was chosen or not"
    case .search: "Places by name"
    }
  }

  var description: String {
    switch self {
    case .current:
      "Authorities' warnings at a place, the air-quality index, and the newest value of each pollutant, pollen and UV, each "
        + "from the best source near enough: measured, or modelled where nothing is measured."
    case .forecast: "The air-quality index of the coming hours at a place, and the worst hour of each day."
    case .estimate:
      "PM2.5, PM10, NO2 and O3 at a place itself, estimated from the stations around it and a model, each with an interval "
        + "and with the stations that it was made of. Better than the nearest station where none is close."
    case .explain:
      "Every source and site that could say something about a place, with its distance, and why it was chosen or not. For "
        + "questions such as why a station is missing, or which sources contradict each other."
    case .search: "Places by name with their coordinates, for the other tools."
    }
  }

  var arguments: [String] {
    switch self {
    case .current: Self.placeNames + ["standard", "parameters"]
    case .forecast: Self.placeNames + ["standard", "days"]
    case .estimate: Self.placeNames + ["standard", "parameters"]
    case .explain: Self.placeNames + ["parameters"]
    case .search: ["name", "language", "country", "limit"]
    }
  }

  private static let placeNames = ["place", "latitude", "longitude", "sources", "indoor"]

  static func schema(of argument: String) -> String {
    switch argument {
    case "place":
      #"{"type":"string","description":"A place by name, such as Brno or Springfield, Missouri. In place of latitude and longitude."}"#
    case "latitude": #"{"type":"number","minimum":-90,"maximum":90,"description":"Degrees north."}"#
    case "longitude": #"{"type":"number","minimum":-180,"maximum":180,"description":"Degrees east."}"#
    case "sources":
      #"{"type":"array","items":{"type":"string"},"description":"Only these sources, by identifier, such as open-meteo. By default all that are ready."}"#
    case "indoor":
      #"{"type":"boolean","description":"Whether indoor sensors may represent the air of the place. By default they may not."}"#
    case "standard":
      #"{"type":"string","description":"The air-quality index, such as us-epa, eu-eaqi, uk-daqi, in-naqi or cn-aqi, or an edition of one."}"#
    case "parameters":
      #"{"type":"array","items":{"type":"string"},"description":"What to ask for, such as pm25, pm10, o3, no2. By default what the index is made of, pollen and UV."}"#
    case "days":
      #"{"type":"integer","minimum":1,"maximum":16,"description":"How far to look; 2 by default."}"#
    case "name":
      #"{"type":"string","description":"The name, or its beginning; a country may follow a comma."}"#
    case "language":
      #"{"type":"string","description":"The language of the names, such as de; en by default."}"#
    case "country":
      #"{"type":"string","pattern":"^[A-Za-z]{2}$","description":"Only this country, by its two letters (ISO 3166-1)."}"#
    default: #"{"type":"integer","minimum":1,"maximum":50,"description":"The most places; 10 by default."}"#
    }
  }

  /// The schemas of the members that only this tool's results have.
  private var content: [(name: String, schema: String)] {
    switch self {
    case .current:
      [
        ("notices", Self.array(Self.object("source", "kind", "title", "text", "area"))),
        ("index", Self.index), ("values", Self.array(Self.value)),
      ]
    case .forecast:
      [
        ("quantity", #"{"type":"string"}"#), ("timeZone", #"{"type":"string"}"#),
        ("days", Self.array(Self.object("date", "worst"))), ("hours", Self.array(Self.object("end", "text"))),
        ("parts", Self.array(Self.object("parameter", "source", "kind"))),
      ]
    case .estimate:
      [
        ("index", #"{"type":"object"}"#),
        ("estimates", Self.array(Self.object("parameter", "value", "low", "high", "unit"))),
        ("unavailable", Self.array(Self.object("parameter", "reason"))),
      ]
    case .explain: [("candidates", Self.array(Self.object("source", "isChosen", "verdict")))]
    case .search: [("places", Self.array(Self.object("name", "coordinate")))]
    }
  }

  var inputSchema: String {
    let properties = arguments.map { #""\#($0)":\#(Self.schema(of: $0))"# }.joined(separator: ",")
    let required = self == .search ? #","required":["name"]"# : ""
    return #"{"type":"object","properties":{\#(properties)}\#(required),"additionalProperties":false}"#
  }

  var outputSchema: String {
    let common = [
      ("schema", #"{"type":"integer"}"#), ("askedAt", #"{"type":"string","format":"date-time"}"#),
      ("place", #"{"type":"object"}"#),
      (
        "caveats",
        #"{"type":"array","items":{"type":"string"},"description":"What has to be known besides the values, in sentences."}"#
      ),
      (
        "credit",
        #"{"type":"object","required":["text","parts"],"description":"What the licences of the data require to be shown."}"#
      ),
      ("failures", Self.array(Self.object("code", "message"))),
      ("skipped", Self.array(Self.object("source", "reason"))),
      ("notes", Self.array(Self.object("code", "message"))),
    ]
    let members = common + content
    let optional = ["place", "timeZone"] + (self == .estimate ? ["index"] : [])
    let properties = members.map { #""\#($0.0)":\#($0.1)"# }.joined(separator: ",")
    let required = members.map(\.0).filter { !optional.contains($0) }.map { "\"\($0)\"" }.joined(
      separator: ",")
    return #"{"type":"object","properties":{\#(properties)},"required":[\#(required)]}"#
  }

  private static let index =
    #"{"type":"object","required":["standard","title"],"description":"index, display, band, dominant, missing, isPartial and more, or error: why there is none."}"#

  private static let value =
    #"{"type":"object","required":["parameter","value","unit","end","ageSeconds","kind","source","flags","isSuspect","isOutOfDate"],"properties":{"kind":{"enum":["observation","analysis","forecast"]}}}"#

  private static func array(_ items: String) -> String { #"{"type":"array","items":\#(items)}"# }

  private static func object(_ required: String...) -> String {
    #"{"type":"object","required":[\#(required.map { "\"\($0)\"" }.joined(separator: ","))]}"#
  }
}

extension JSONWriter {
  mutating func value(_ tool: AgentTool) {
    object {
      $0.member("name", tool.rawValue)
      $0.member("title", tool.title)
      $0.member("description", tool.description)
      $0.name("inputSchema")
      $0.value(json: tool.inputSchema.utf8)
      $0.name("outputSchema")
      $0.value(json: tool.outputSchema.utf8)
      $0.object("annotations") {
        $0.member("title", tool.title)
        $0.member("readOnlyHint", true)
        $0.member("idempotentHint", true)
        $0.member("openWorldHint", true)
      }
    }
  }
}
