extension CanadaAQHI {
  /// The four bands, each number with a colour of its own (QWeather's list of ECCC's colours; B-Nilson/aqhi has another
  /// palette), and the messages of ECCC in AQKit's words.
  static let bands: [AQIBand] = {
    let source = "ECCC AQHI messages (paraphrase, by way of aqipy)"
    func color(_ rgb: UInt32) -> AQIColor {
      AQIColor(
        red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
        blue: UInt8(truncatingIfNeeded: rgb))
    }
    func band(
      _ rank: Int, _ key: String, _ name: String, _ french: String, _ lower: Int, _ upper: Int?,
      _ colors: [UInt32], _ messages: [(group: String, text: String)]
    ) -> AQIBand {
      AQIBand(
        rank: rank, key: key, name: name, localName: french, localLanguage: "fr",
        label: upper == nil ? "10+" : nil, lowerIndex: lower, upperIndex: upper, colors: colors.map(color),
        messages: messages.map { HealthMessage(group: $0.group, text: $0.text, source: source) })
    }
    return [
      band(
        0, "low", "Low", "Faible", 1, 3, [0x00CCFF, 0x0099CC, 0x006699],
        [("all", "Ideal for outdoor activity.")]),
      band(
        1, "moderate", "Moderate", "Modéré", 4, 6, [0xFFFF00, 0xFFCC00, 0xFF9933],
        [("at risk", "Reduce or move strenuous activity if you have symptoms.")]),
      band(
        2, "high", "High", "Élevé", 7, 10, [0xFF6666, 0xFF0000, 0xCC0000, 0x990000],
        [
          ("at risk", "Reduce or move strenuous activity; children and elderly take it easy."),
          ("general", "Consider reducing if cough or throat irritation."),
        ]),
      band(
        3, "very-high", "Very High", "Très élevé", 11, nil, [0x660000],
        [
          ("at risk", "Avoid strenuous outdoor activity."),
          ("general", "Reduce or move strenuous activity."),
        ]),
    ]
  }()
}
