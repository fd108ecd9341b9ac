import AQKit
import Foundation
import Testing

@testable import AQKitModels

@Suite struct AirTimeZoneTests {
  /// Offsets of the IANA time zone database (files `europe`, `northamerica`, `australasia`, `asia`, `southamerica`).
  @Test(
    "a named zone has the offsets of the time zone database",
    arguments: [
      ("Europe/Prague", "2026-03-29T00:59:59Z", 3600), ("Europe/Prague", "2026-03-29T01:00:00Z", 7200),
      ("Europe/Prague", "2026-10-25T00:59:59Z", 7200), ("Europe/Prague", "2026-10-25T01:00:00Z", 3600),
      ("Europe/Prague", "2090-07-01T00:00:00Z", 7200), ("Europe/Prague", "2090-01-01T00:00:00Z", 3600),
      ("Europe/Prague", "1800-01-01T00:00:00Z", 3464),
      ("America/New_York", "2026-03-08T06:59:59Z", -18_000),
      ("America/New_York", "2026-03-08T07:00:00Z", -14_400),
      ("America/New_York", "2077-11-07T05:59:59Z", -14_400),
      ("America/New_York", "2077-11-07T06:00:00Z", -18_000),
      ("Australia/Lord_Howe", "2026-04-04T14:59:59Z", 39_600),
      ("Australia/Lord_Howe", "2026-04-04T15:00:00Z", 37_800),
      ("Australia/Sydney", "2080-01-01T00:00:00Z", 39_600),
      ("Australia/Sydney", "2080-07-01T00:00:00Z", 36_000),
      ("Australia/Sydney", "2079-12-31T13:30:00Z", 39_600),
      ("Europe/Dublin", "2060-07-01T12:00:00Z", 3600), ("Europe/Dublin", "2060-12-01T12:00:00Z", 0),
      ("Asia/Kolkata", "2026-06-01T00:00:00Z", 19_800), ("Asia/Kolkata", "2099-06-01T00:00:00Z", 19_800),
      ("America/Sao_Paulo", "2018-12-01T00:00:00Z", -7200),
      ("America/Sao_Paulo", "2026-12-01T00:00:00Z", -10_800),
      ("UTC", "2026-06-01T00:00:00Z", 0),
    ])
  func database(_ name: String, _ time: String, _ offset: Int) throws {
    let zone = try #require(AirTime.Zone(identifier: name))
    #expect(zone.secondsFromUTC(at: try #require(AirTime(time))) == offset)
  }

  @Test("standard time is the clock without daylight saving, also where the law calls summer time standard")
  func standard() throws {
    for (name, hours) in [("Europe/Dublin", 0), ("Europe/Prague", 1), ("Africa/Casablanca", 1)] {
      let zone = try #require(AirTime.Zone(identifier: name))
      for day in ["2010-01-01", "2010-07-01", "2026-01-01", "2026-07-01", "2060-07-01"] {
        let time = try #require(AirTime("\(day)T00:00:00Z"))
        if name == "Africa/Casablanca", day < "2019" { continue }
        #expect(zone.standardOffset(at: time.secondsSince1970) == Int64(hours) * 3600, "\(name) \(day)")
      }
    }
  }

  @Test(
    "a text that isn't the name of a zone gives none",
    arguments: [
      "", "Mars/Olympus", "Europe", "Europe/", "/Europe/Prague", "../zoneinfo/Europe/Prague",
      "Europe/Prague\0",
      "tzdata.zi", "Ev\u{301}rope/Prague",
    ])
  func unknown(_ name: String) { #expect(AirTime.Zone(identifier: name) == nil) }

  @Test("a zone of Foundation's and custom rules give their offsets")
  func others() throws {
    let summer = try #require(AirTime("2026-07-01T00:00:00Z"))
    let foundation = AirTime.Zone(try #require(TimeZone(identifier: "Europe/Prague")))
    #expect(foundation.secondsFromUTC(at: summer) == 7200)
    #expect(foundation == AirTime.Zone(identifier: "Europe/Prague"))
    let own = AirTime.Zone(identifier: "own") { $0 < summer ? 60 : 1_000_000 }
    #expect(own.secondsFromUTC(at: summer - .seconds(1)) == 60)
    #expect(own.secondsFromUTC(at: summer) == 86_400)
  }

  @Test("each example of the doc comment gives a zone")
  func example() throws {
    let prague = AirTime.Zone(identifier: "Europe/Prague")
    let mine = AirTime.Zone(.current)
    let india = AirTime.Zone(secondsFromUTC: 19_800)
    let now = AirTime(secondsSince1970: 1_790_805_600)
    #expect(prague?.secondsFromUTC(at: now) == 7200 && india.secondsFromUTC(at: now) == 19_800)
    #expect(mine.secondsFromUTC(at: now) == TimeZone.current.secondsFromGMT(for: now.date))
  }

  @Test("a fixed offset has a name, and is at most 18 hours")
  func fixed() {
    let names = [0, 19_800, -12_600, 1_000_000, .min].map { AirTime.Zone(secondsFromUTC: $0).identifier }
    #expect(names == ["GMT", "GMT+0530", "GMT-0330", "GMT+1800", "GMT-1800"])
    let odd = [3600, 3601, -5, 5].map { AirTime.Zone(secondsFromUTC: $0) }
    #expect(odd.map(\.identifier) == ["GMT+0100", "GMT+010001", "GMT-000005", "GMT+000005"])
    #expect(Set(odd).count == 4)
  }

  @Test(
    "the rule after the last change is that of the variable TZ",
    arguments: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2061-03-27T01:00:00Z", 7200 as Int64),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2061-03-27T00:59:59Z", 3600),
      ("<+0330>-3:30<+0430>,J79/24,J263/24", "2061-03-20T20:29:59Z", 12_600),
      ("<+0330>-3:30<+0430>,J79/24,J263/24", "2061-03-20T20:30:00Z", 16_200),
      ("AAA0BBB,J60/0,J61/0", "2060-03-01T00:00:00Z", 3600),
      ("AAA0BBB,J60/0,J61/0", "2060-02-29T23:59:59Z", 0),
      ("AAA0BBB,59/0,60/0", "2060-02-29T00:00:00Z", 3600), ("AAA0BBB,59/0,60/0", "2060-03-01T00:00:00Z", 0),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2061-03-27T00:59:59Z", -7200),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2061-03-27T01:00:00Z", -3600),
      ("EST5", "2061-03-27T01:00:00Z", -18_000),
    ])
  func yearly(_ rule: String, _ time: String, _ offset: Int64) throws {
    let rule = try #require(YearlyRule(Array(rule.utf8)[...]))
    #expect(rule.offset(at: try #require(AirTime(time)).secondsSince1970) == offset)
  }

  @Test(
    "a rule that isn't one is refused",
    arguments: [
      "", "CE-1", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
      "CET-1CEST,M3.6.0,M10.5.0",
      "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J10", "CET-1CEST,M3.5.0,M10.5.0/3x", "<CET-1", "CET-9999",
      "CET-1:60",
    ])
  func refused(_ rule: String) { #expect(YearlyRule(Array(rule.utf8)[...]) == nil) }

  @Test("a file that is cut anywhere, or damaged in one byte, is refused or read, and never traps")
  func damaged() throws {
    let path = "/usr/share/zoneinfo/America/New_York"
    guard let bytes = FileManager.default.contents(atPath: path).map(Array.init) else { return }
    #expect(ZoneRules(bytes) != nil)
    let readable = bytes.indices.filter { ZoneRules(Array(bytes.prefix($0))) != nil }
    #expect(readable.isEmpty)
    for i in bytes.indices {
      var damaged = bytes
      for value in [0, 0x7F, 0x80, 0xFF, bytes[i] ^ 1] as [UInt8] {
        damaged[i] = value
        guard let rules = ZoneRules(damaged) else { continue }
        for second in [AirTime.firstSecond, 0, 1_790_805_600, AirTime.lastSecond] {
          #expect(abs(rules.offset(at: second)) <= 700_000)
        }
      }
    }
  }
}
