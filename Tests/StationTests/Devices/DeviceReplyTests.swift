import AQKit
import AQKitDevices
import Testing

extension AirReport {
  /// The newest value of a parameter of an instrument, in the first such series.
  func shown(
    _ parameter: AirParameter, averaging: String? = nil, instrument: String? = nil, isCorrected: Bool = false
  ) -> AirReading? {
    series.first {
      $0.parameter == parameter && (averaging == nil || $0.averaging.description == averaging)
        && $0.origin?.instrument?.id == instrument && ($0.correction != nil) == isCorrected
    }?.newestReading()
  }

  func value(
    _ parameter: AirParameter, averaging: String? = nil, instrument: String? = nil, isCorrected: Bool = false
  ) -> Double? {
    shown(parameter, averaging: averaging, instrument: instrument, isCorrected: isCorrected)?.value
  }
}

@Suite("Replies of the devices in the catalogue") struct DeviceReplyTests {
  /// 2026-10-01T12:00:00Z.
  static let now = AirTime(secondsSince1970: 1_790_856_000)

  static func response(_ device: String, _ file: String) throws -> AirResponse {
    let format = try AQContainer().installing(.devices).format(device)
    return try Payload.response("devices/\(file).json", format, at: now)
  }

  static func report(_ device: String, _ file: String) throws -> AirReport {
    try #require(try response(device, file).reports.first)
  }

  static func report(_ device: String, reading body: String) throws -> AirReport {
    let format = try AQContainer().installing(.devices).format(device)
    let response = try format.decode(Array(body.utf8), PayloadFormat.Context(receivedAt: now))
    return try #require(response.reports.first)
  }

  static func error(_ device: String, _ body: String) throws -> AQError? {
    let format = try AQContainer().installing(.devices).format(device)
    return #expect(throws: AQError.self) {
      try format.decode(Array(body.utf8), PayloadFormat.Context(receivedAt: now))
    }
  }

  @Test("every text of the catalogue is a description, each with a format")
  func catalogue() throws {
    #expect(
      DeviceCatalog.standard.descriptions.map(\.id) == [
        "airgradient", "purpleair-device", "airrohr", "davis-airlink", "awair", "ecowitt", "tasmota",
        "ikea-dirigera", "iqair-node",
      ])
  }

  @Test("AirGradient: raw and compensated values side by side, at the time of receipt")
  func airGradient() throws {
    let report = try Self.report("airgradient", "airgradient-3.1")
    #expect(report.site.id == "aaaaaaaaaa")
    #expect(report.site.isIndoor == true)
    #expect(report.value(.pm25) == 2)
    #expect(report.shown(.pm25)?.flags == [.raw, .timeOfReceipt])
    #expect(report.value(.pm25, isCorrected: true) == 6.83)
    #expect(report.shown(.pm25, isCorrected: true)?.flags == [.corrected, .timeOfReceipt])
    #expect(report.value(.co2) == 566)
    #expect(report.value("voc_index") == 138)
    #expect(report.rights == .own)
  }

  @Test("AirGradient: a firmware that compensates temperature and humidity only")
  func airGradientIndoor() throws {
    let report = try Self.report("airgradient", "airgradient-indoor-3.0")
    #expect(report.value(.pm25) == 34 && report.value(.pm25, isCorrected: true) == nil)
    #expect(report.value(.temperature, isCorrected: true) == 22.17)
    #expect(report.value(.humidity) == 32 && report.value(.humidity, isCorrected: true) == 47)
  }

  @Test("AirGradient: the outdoor model's channels")
  func airGradientOutdoor() throws {
    let report = try Self.report("airgradient", "airgradient-outdoor")
    #expect(report.site.isIndoor == false)
    #expect(report.value(.pm25, instrument: "1") == 5)
    #expect(report.value(.humidity, instrument: "1", isCorrected: true) == 92)
    #expect(report.value("nox_index") == 1)
  }

  @Test(
    "AirGradient: compensated zeros of firmware that doesn't compute them don't count, and a note says so")
  func airGradientZero() throws {
    let response = try Self.response("airgradient", "airgradient-zero")
    let report = try #require(response.reports.first)
    #expect(report.value(.pm25) == 34)
    #expect(report.value(.pm25, isCorrected: true) == nil)
    #expect(response.notes.contains { $0.message.contains("pm25") && $0.message.contains("condition") })
  }

  @Test("AirGradient: -1 from an absent or warming sensor is a gap, except as a temperature")
  func airGradientAbsent() throws {
    let report = try Self.report(
      "airgradient",
      reading:
        #"{"wifi":-50,"serialno":"a","pm01":-1,"pm02":-1,"pm10":-1,"rco2":-1,"rhum":-1,"tvocIndex":-1,"noxIndex":-1,"atmp":-1,"channels":{"1":{"pm02":-1,"rhum":-1,"atmp":-1}}}"#
    )
    #expect(Set(report.series.map(\.parameter)) == [.temperature])
    #expect(report.value(.temperature) == -1 && report.value(.temperature, instrument: "1") == -1)
  }

  @Test("AirGradient: a model named by fwMode states that it is indoors")
  func airGradientMode() throws {
    let report = try Self.report(
      "airgradient", reading: #"{"wifi":-50,"serialno":"a","rco2":500,"fwMode":"I-9PSL"}"#)
    #expect(report.site.isIndoor == true)
  }

  @Test("AirGradient: after a start there is a site without values")
  func airGradientBoot() throws {
    let report = try Self.report("airgradient", "airgradient-after-boot")
    #expect(report.site.id == "aaaaaaaaaaaa" && report.series.isEmpty)
  }

  @Test("PurpleAir: two channels, means of two minutes, Fahrenheit, no place at 0, 0")
  func purpleAir() throws {
    let report = try Self.report("purpleair-device", "purpleair-two-lasers")
    #expect(report.value(.pm25, instrument: "A atm") == 0 && report.value(.pm25, instrument: "B atm") == 0)
    #expect(report.shown(.pm25, instrument: "A atm")?.averaging == .minutes(2))
    #expect(report.shown(.pm25, instrument: "A atm")?.interval.end == AirTime("2026-05-17T22:23:06Z"))
    #expect(report.shown(.temperature)?.unit == .fahrenheit)
    #expect(report.site.coordinate == nil && report.site.isIndoor == false)
    #expect(report.value(.publishedIndex(scale: "us-epa", pollutant: .pm25), instrument: "A") == 0)
  }

  @Test("PurpleAir: its index uses the table of 2012, as in the coded adapter")
  func purpleAirIndex() throws {
    let index = AirParameter.publishedIndex(scale: "us-epa", pollutant: .pm25)
    let editions = try Self.report("purpleair-device", "purpleair-two-lasers").series(of: index)
      .map { "\($0.origin?.instrument?.id ?? "") \($0.origin?.edition ?? "none")" }
    #expect(Set(editions) == ["A 2012", "B 2012"])
  }

  @Test("PurpleAir: a sensor with one laser has one channel")
  func purpleAirIndoor() throws {
    let report = try Self.report("purpleair-device", "purpleair-one-laser")
    #expect(report.site.isIndoor == true)
    #expect(report.series.count { $0.parameter == .pm25 } == 2)
  }

  @Test("PurpleAir: both factory conversions, and the climate of the housing flagged")
  func purpleAirConversions() throws {
    let body =
      #"{"SensorId":"x","DateTime":"2026/10/01T11:58:00z","pm2_5_atm":7.5,"pm2_5_cf_1":8.5,"pm2_5_cf_1_b":9,"current_temp_f":71,"current_humidity_680":20,"pressure":990}"#
    let report = try Self.report("purpleair-device", reading: body)
    #expect(report.value(.pm25, instrument: "A atm") == 7.5)
    #expect(report.value(.pm25, instrument: "A cf_1") == 8.5)
    #expect(report.value(.pm25, instrument: "B cf_1") == 9)
    let housing: Set<AirReading.QualityFlag> = [.raw, .init(rawValue: "inside the housing")]
    #expect(report.shown(.temperature)?.flags == housing)
    #expect(report.shown(.humidity, instrument: "BME680")?.flags == housing)
    #expect(report.shown(.surfacePressure)?.flags == [.raw])
  }

  @Test("PurpleAir: NaN from a warming gas sensor is a gap")
  func purpleAirGas() throws {
    let body =
      #"{"SensorId":"x","DateTime":"2026/10/01T11:58:00z","pm2_5_atm":7.5,"gas_680":NaN,"current_temp_f_680":71}"#
    let format = PayloadFormat(try MappedAdapter(DeviceCatalog.standard.description("purpleair-device")))
    let response = try format.decode(Array(body.utf8), PayloadFormat.Context(receivedAt: Self.now))
    let report = try #require(response.reports.first)
    #expect(report.value(.publishedIndex(scale: "bosch-iaq"), instrument: "BME680") == nil)
    #expect(report.value(.temperature, instrument: "BME680") == 71)
  }

  @Test("airrohr: P1 is PM10, texts are numbers, the age is the time, pascals are the surface pressure")
  func airrohr() throws {
    let report = try Self.report("airrohr", "airrohr")
    #expect(report.value(.pm10, instrument: "SDS011") == 2.08)
    #expect(report.value(.pm25, instrument: "SDS011") == 1.33)
    let reading = try #require(report.shown(.pm25, instrument: "SDS011"))
    #expect(reading.interval.end == Self.now - .seconds(69))
    #expect(reading.averaging == AveragingPeriod(seconds: 145))
    #expect(report.shown(.surfacePressure, instrument: "BME280")?.unit == .pascal)
  }

  @Test("Nettigo: sensors side by side, each an instrument, and the position of its GPS")
  func nettigo() throws {
    let report = try Self.report("airrohr", "airrohr-nettigo")
    #expect(report.value(.pm25, instrument: "SPS30") == 34.32)
    #expect(report.value(.pm25, instrument: "PMSx003") == 11)
    #expect(report.value(.pm1, instrument: "SPS30") == 31.23)
    #expect(report.value("pm4", instrument: "SPS30") == 24.72)
    #expect(report.value(.co2) == 865)
    #expect(report.value(.temperature, instrument: "HECA") == 15.05)
    let housing = AirReading.QualityFlag(rawValue: "inside the housing")
    #expect(report.shown(.humidity, instrument: "HECA")?.flags.contains(housing) == true)
    #expect(report.shown(.temperature, instrument: "HECA")?.flags.contains(housing) == true)
    #expect(report.site.coordinate?.latitude == 52.284921)
  }

  @Test("AirLink: minutes, hours and days, each with its completeness, by the device's clock")
  func airLink() throws {
    let report = try Self.report("davis-airlink", "airlink-type6")
    #expect(report.site.id == "001D0A1000AA" && report.site.name == "Balcony")
    #expect(report.value(.pm25, averaging: "1min") == 6.73)
    let day = try #require(report.shown(.pm25, averaging: "24h"))
    #expect(day.value == 10.29)
    #expect(day.completeness?.fraction == 0.83)
    #expect(day.interval.end == AirTime(secondsSince1970: 1_790_855_998))
    #expect(day.interval.start == day.interval.end - .seconds(86_400))
    #expect(report.shown(.temperature)?.unit == .fahrenheit)
  }

  @Test("AirLink: early firmware, a clock that isn't set, a null")
  func airLinkEarly() throws {
    let report = try Self.report("davis-airlink", "airlink-type5")
    #expect(report.value(.pm10, averaging: "1min") == 4.75)
    #expect(report.shown(.pm25, averaging: "24h")?.completeness?.fraction == 0.11)
    #expect(report.value(.pm25, averaging: "3h") == nil)
    #expect(report.shown(.pm25, averaging: "1min")?.flags == [.raw, .timeOfReceipt])
  }

  @Test("Awair: the local reply, its estimate marked, its own score")
  func awair() throws {
    let report = try Self.report("awair", "awair")
    #expect(report.value(.pm25) == 2)
    #expect(report.shown(.pm10)?.flags == [.raw, .init(rawValue: "estimated")])
    #expect(report.shown(.co2)?.interval.end == AirTime("2022-08-11T05:04:12Z"))
    #expect(report.value(.publishedIndex(scale: "awair")) == 94)
    #expect(report.site.isIndoor == true)
  }

  @Test("Awair: the cloud's reply is read like the device's own")
  func awairCloud() throws {
    let report = try Self.report("awair", "awair-cloud")
    #expect(report.value(.pm25) == 0 && report.value(.co2) == 436 && report.value("voc") == 171)
  }

  @Test("Awair: the cloud's reply without data has no values")
  func awairEmpty() throws {
    let format = try AQContainer().installing(.devices).format("awair")
    let response = try format.decode(Array(#"{"data":[]}"#.utf8), PayloadFormat.Context(receivedAt: Self.now))
    #expect(response.reports.allSatisfy { $0.series.isEmpty })
  }

  @Test(
    "Ecowitt: channels, indices that aren't concentrations, units before and after numbers, indoor sensors")
  func ecowitt() throws {
    let reports = try Self.response("ecowitt", "ecowitt").reports
    let outdoor = try #require(reports.first { $0.site.id == "ecowitt" })
    #expect(outdoor.value(.pm25, instrument: "1") == 12.5)
    let index = AirParameter.publishedIndex(scale: "us-epa", pollutant: .pm25)
    #expect(outdoor.value(index, averaging: "24h", instrument: "1") == 47)
    #expect(outdoor.value(index, averaging: "24h", instrument: "2") == 33)
    #expect(outdoor.shown(.temperature, instrument: "outdoor")?.unit == .fahrenheit)
    #expect(outdoor.value(.humidity, instrument: "outdoor") == 63)
    let combined = try #require(reports.first { $0.site.id == "co2" })
    #expect(combined.value(.co2, averaging: "24h", instrument: "co2") == 574)
    #expect(combined.site.isIndoor == true)
    let indoor = try #require(reports.first { $0.site.id == "indoor" })
    #expect(indoor.shown(.surfacePressure, instrument: "wh25")?.unit == .hectopascal)
  }

  @Test("Ecowitt: thermometers of channels, with the unit in a sibling member")
  func ecowittChannels() throws {
    let report = try Self.report(
      "ecowitt",
      reading:
        #"{"ch_aisle":[{"channel":"1","name":"","temp":"20.5","unit":"C","humidity":"44%"},{"channel":"2","temp":"68","unit":"F","humidity":"None"}]}"#
    )
    #expect(report.site.id == "channels" && report.value(.humidity, instrument: "1") == 44)
    #expect(report.shown(.temperature, instrument: "1")?.unit == .celsius)
    #expect(report.shown(.temperature, instrument: "2")?.unit == .fahrenheit)
  }

  @Test("Ecowitt: dashes are gaps, and counted")
  func ecowittDashes() throws {
    let response = try Self.response("ecowitt", "ecowitt")
    let outdoor = try #require(response.reports.first { $0.site.id == "ecowitt" })
    #expect(outdoor.value(.pm25, instrument: "2") == nil)
    #expect(response.notes.contains { $0.message.contains("means a missing value") })
  }

  @Test("Tasmota: an instrument per sensor, units in sibling members, without the chip's temperature")
  func tasmota() throws {
    let report = try Self.report("tasmota", "tasmota")
    #expect(report.value(.pm25, instrument: "PMS5003") == 11)
    #expect(report.shown(.temperature, instrument: "BME280")?.unit == .fahrenheit)
    #expect(report.series.count { $0.parameter == .temperature } == 1)
    #expect(report.shown(.pm25, instrument: "PMS5003")?.interval.end == Self.now)
  }

  @Test("Tasmota: an estimate of carbon dioxide doesn't count if there is a measured value")
  func tasmotaEstimate() throws {
    let body = #"{"SCD30":{"CarbonDioxide":803,"eCO2":790},"SGP30":{"eCO2":450,"TVOC":12}}"#
    let format = PayloadFormat(try MappedAdapter(DeviceCatalog.standard.description("tasmota")))
    let response = try format.decode(Array(body.utf8), PayloadFormat.Context(receivedAt: Self.now))
    let report = try #require(response.reports.first)
    #expect(report.value(.co2, instrument: "SCD30") == 803)
    #expect(report.shown(.co2, instrument: "SGP30")?.flags.contains(.init(rawValue: "estimated")) == true)
    #expect(report.value(.voc, instrument: "SGP30") == 12)
  }

  @Test("Tasmota: an unrequested message, and the zone of its clock")
  func tasmotaMessage() throws {
    let adapter = try MappedAdapter(
      DeviceCatalog.standard.description("tasmota"), options: ["timeZone": "+02:00"])
    let response = try Payload.response(
      "devices/tasmota-message.json", PayloadFormat(adapter), at: Self.now + .seconds(7200))
    let report = try #require(response.reports.first)
    #expect(report.value(.pm25, instrument: "SPS30") == 3.4)
    #expect(report.value(.co2, instrument: "SCD40") == 642)
    #expect(report.shown(.co2, instrument: "SCD40")?.interval.end == AirTime("2026-10-01T12:30:10Z"))
  }

  @Test("DIRIGERA: each air sensor is a site, lamps are not, the range isn't a value")
  func dirigera() throws {
    let reports = try Self.response("ikea-dirigera", "ikea").reports
    #expect(reports.map(\.site.name) == ["Bedroom", "Study"])
    #expect(reports.map { $0.value(.pm25) } == [6, 9])
  }

  @Test("AirVisual: the link's reply and the shared file, whose -1 is a gap")
  func iqAir() throws {
    let link = try Self.report("iqair-node", "iqair-node")
    #expect(link.value(.pm25) == 35 && link.value(.co2) == 479)
    let share = try Self.response("iqair-node", "iqair-share")
    let report = try #require(share.reports.first)
    #expect(report.value(.pm25) == 4 && report.value("voc") == nil && report.site.isIndoor == true)
    #expect(report.value(.publishedIndex(scale: "us-epa", pollutant: .pm25)) == 17)
    #expect(share.notes.contains { $0.message.contains("means a missing value") })
  }

  @Test("AirVisual: the names of later replies")
  func iqAirLater() throws {
    let report = try Self.report(
      "iqair-node",
      reading:
        #"{"name":"Hall","current":{"ts":"2026-10-01T11:59:00.000Z","pm1":{"conc":3},"pm25":{"aqius":21,"conc":5},"pm10":{"aqius":6,"conc":7},"co2":612}}"#
    )
    let values = [report.value(.pm1), report.value(.pm25), report.value(.pm10), report.value(.co2)]
    #expect(values == [3, 5, 7, 612])
    let plain = try Self.report(
      "iqair-node", reading: #"{"current":{"ts":"2026-10-01T11:59:00.000Z","pm1":4,"pm25":{"conc":5}}}"#)
    #expect(plain.value(.pm1) == 4)
  }

  @Test(
    "refusals have their code",
    arguments: [
      ("davis-airlink", "airlink-error", AQError.Code.unavailable),
      ("tasmota", "tasmota-password", .unauthorized),
      ("iqair-node", "iqair-limit", .rateLimited),
    ])
  func refusals(device: String, file: String, code: AQError.Code) throws {
    #expect(try Self.error(device, Payload.text("devices/\(file).json"))?.code == code)
  }

  @Test("a refusal's endless text is cut")
  func endlessRefusal() throws {
    let text = String(repeating: "No. ", count: 10_000)
    let error = try Self.error("davis-airlink", #"{"data":null,"error":{"message":"\#(text)"}}"#)
    #expect(error?.code == .unavailable && error?.message.utf8.count ?? .max < 500)
  }

  @Test(
    "any other reply is malformed", arguments: DeviceCatalog.standard.descriptions.map(\.id)
  )
  func foreign(device: String) throws {
    #expect(try Self.error(device, "<html>Login</html>")?.code == .malformed)
    #expect(try Self.error(device, #"{"hello": "world"}"#)?.code == .malformed)
    #expect(try Self.error(device, "[]")?.code == .malformed)
  }
}
