import AQKit

extension AirSite.Details.Setting {
  /// The beginnings of the words for each setting.
  private static let words: [(Self, [String])] = {
    let texts: [(Self, String)] = [
      (.traffic, "traffic roadside kerbside verkehr trafic tráfico veinær 도로 自"), (.industrial, "industr"),
      (.background, "background urban suburban rural regional municipal general hintergrund fond bakgrunn"),
      (.background, "bybakgrunn 도시 교외 국가 一般"),
    ]
    return texts.map { ($0, $1.parts(by: " ")) }
  }()

  init?(named word: String?) {
    guard let word = word?.lowercased() else { return nil }
    guard let known = Self.words.first(where: { $0.1.contains(where: word.hasPrefix) }) else { return nil }
    self = known.0
  }
}

extension AirSite.Details.OperatingPeriod {
  /// Creates the period from strings that begin with a date, by default in UTC if that is all; nil without either.
  init?(from: String?, until: String?, offset: String = "Z") {
    func time(_ text: String?) -> AirTime? {
      text.flatMap { AirTime($0) ?? AirTime("\($0.prefix(10))T00:00:00\(offset)") }
    }
    let (from, until) = (time(from), time(until))
    if from == nil, until == nil { return nil }
    self.init(from: from, until: until)
  }
}

extension AirTime {
  /// Returns whether a station with this last message has been silent too long to count as current: more than three hours,
  /// which allows for the latest hour and the delay of publication. The limit is AQKit's own choice.
  func isSilent(at now: AirTime) -> Bool { adding(seconds: 3 * 3600) < now }
}
