import AQKit
import Testing

@Suite struct AirParameterTests {
  @Test(
    "an alias is read as the canonical spelling",
    arguments: [
      ("pm2_5", "pm25"), ("PM2.5", "pm25"), ("PM25", "pm25"), ("nitrogen_dioxide", "no2"), ("NO2", "no2"),
      ("Ozone", "o3"), ("sulfur_dioxide", "so2"), ("carbon_monoxide", "co"), ("pm10", "pm10"),
      ("tvoc", "voc"), ("TVOC", "voc"),
    ])
  func aliases(_ spelling: String, _ canonical: String) {
    #expect(AirParameter(spelling).rawValue == canonical)
  }

  @Test("every known parameter is its own canonical spelling, and so is each of its aliases' result")
  func canonicalIsStable() {
    #expect(AirParameter.known.count > 40)
    for parameter in AirParameter.known {
      #expect(AirParameter(rawValue: parameter.rawValue) == parameter)
      #expect(parameter.name != parameter.rawValue || parameter == .dust)
      #expect(parameter.family != .other)
    }
    #expect(Set(AirParameter.known).count == AirParameter.known.count)
  }

  @Test("a parameter that AQKit does not know is carried in lower case")
  func unknown() {
    let parameter: AirParameter = "Radon"
    #expect(parameter.rawValue == "radon")
    #expect(parameter.family == .other)
    #expect(parameter.molarMass == nil)
  }

  @Test("every gas that is one substance has a molar mass, and no particle has one")
  func molarMasses() {
    for parameter in AirParameter.known {
      switch parameter.family {
      case .gas: #expect((parameter.molarMass == nil) == [.pans, .nmvoc, .voc].contains(parameter))
      default: #expect(parameter.molarMass == nil)
      }
    }
  }

  @Test("a published index is a parameter that knows its scale and pollutant, never a concentration")
  func publishedIndex() {
    let overall = AirParameter.publishedIndex(scale: "us-epa")
    #expect(overall.rawValue == "aqi.us-epa")
    #expect(overall.isPublishedIndex && overall.family == .index)
    #expect(overall.indexScale == "us-epa" && overall.indexPollutant == nil)
    let sub = AirParameter.publishedIndex(scale: "european", pollutant: .pm25)
    #expect(sub.indexScale == "european" && sub.indexPollutant == .pm25)
    #expect(AirParameter("AQI.european.PM2.5") == sub)
    #expect(AirParameter.publishedIndex(scale: nil).indexScale == nil)
    #expect(AirParameter.publishedIndex(scale: nil) == .publishedIndex)
    #expect(AirParameter.publishedIndex(scale: "v1.2").indexScale == "v1-2")
    #expect(!AirParameter.pm25.isPublishedIndex && AirParameter.pm25.indexScale == nil)
    #expect(!AirParameter("aqi_something").isPublishedIndex)
  }

  @Test("a service's name with endlessly many parts is a name like any other")
  func endlessNames() {
    let day = AirParameter("x" + String(repeating: ".max", count: 100_000))
    #expect(day.family == .other && day.name == day.rawValue && day.bounds == nil)
    let index = AirParameter("aqi" + String(repeating: ".x.aqi", count: 100_000))
    #expect(index.family == .index && index.indexPollutant == nil)
    #expect(AirParameter("x.max.mean").dayStatistic?.parameter == "x.max")
  }
}
