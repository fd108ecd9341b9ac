import AQKit

/// The rule that decides whether an event is about the air, and of which kind.
///
/// It looks at the publisher's names for the event: `event`, `eventCode` and, unless it is one of the protocol's own
/// words, `category`. Headline and description are ignored: a heat warning may mention the air. A search word must be
/// at the beginning of a word, so that “industrial” doesn't match “dust”.
enum CAPEvent {
  /// Returns the subject of a block; nil if it isn't about the air.
  static func kind(of info: CAPMessage.Info) -> AirNotice.Kind? {
    let names = [info.event].compactMap(\.self) + info.codes.map { $0.code } + info.categories
    let texts = names.map(plain)
    for (kind, known) in words where known.contains(where: { word in texts.contains(where: word.isIn) }) {
      return kind
    }
    return info.codes.contains(where: isOfAir) ? .episode : nil
  }

  /// Returns whether a code is AQA (Air Quality Alert of the U.S. National Weather Service), AQW, SAS or SMW (air quality warning,
  /// special air quality statement, and smog warning of Environment and Climate Change Canada). In U.S. systems SMW is
  /// a Special Marine Warning.
  private static func isOfAir(_ code: (system: String, code: String)) -> Bool {
    let value = code.code.uppercased()
    if value == "AQA" { return true }
    return ["AQW", "SAS", "SMW"].contains(value)
      && !["SAME", "NATIONALWEATHERSERVICE"].contains(code.system.uppercased())
  }

  /// A word, or several, to find in a text as whole words; with a star at the end, more letters may follow.
  private struct Word {
    private let scalars: [Unicode.Scalar]
    private let isBeginning: Bool
    /// Chinese, Japanese and Korean have no spaces between words.
    private let isAnywhere: Bool

    init(_ text: Substring) {
      isBeginning = text.hasSuffix("*")
      scalars = Array((isBeginning ? text.dropLast() : text).unicodeScalars)
      isAnywhere = !(scalars.first?.isASCII ?? true)
    }

    func isIn(_ text: [Unicode.Scalar]) -> Bool {
      guard let first = scalars.first, scalars.count <= text.count else { return false }
      return (0...text.count - scalars.count).contains { start in
        let end = start + scalars.count
        guard text[start] == first, text[start..<end].elementsEqual(scalars) else { return false }
        if isAnywhere { return true }
        let startsWord = start == 0 || !text[start - 1].properties.isAlphabetic
        return startsWord && (isBeginning || end == text.count || !text[end].properties.isAlphabetic)
      }
    }
  }

  /// The words by kind; the first that matches counts: in English, French, Spanish, German, Italian, Portuguese,
  /// Dutch, Polish, Czech, Chinese, Japanese and Korean, without accents.
  private static let words: [(AirNotice.Kind, [Word])] = {
    let lists: [(AirNotice.Kind, String)] = [
      (.actionDay, "action day, action days, spare the air"),
      (
        .smoke,
        """
        smoke, smoky, fumee*, humo, brandrauch*, rauchgas*, rauchwolke*, rauchentwicklung*, rauchbelastung*, fumo, \
        fumaca, rookwolk*, rookontwikkeling*, 烟霾, 煙霾
        """
      ),
      (
        .dust,
        """
        dust, duststorm*, sandstorm*, sand storm*, blowing sand, poussiere*, tempete de sable, polvo, calima, \
        tormenta de arena, saharastaub*, staubsturm*, sandsturm*, polvere sahariana, tempesta di sabbia, poeira*, \
        tempestade de areia, stofstorm*, 沙尘, 沙塵, 黄砂, 황사
        """
      ),
      (
        .episode,
        """
        air quality, airquality, air pollution, air stagnation, polluted air, smog*, ozone, ozon, ozono, ozonwarn*, \
        ozonalarm*, particulate*, particle pollution, fine particles, pm2.5, pm10, haze, vog, qualite de l'air, \
        pollution de l'air, pollution atmospherique, particules fines, calidad del aire, contaminacion del aire, \
        contaminacion atmosferica, contingencia ambiental, preemergencia ambiental, luftqualitat*, \
        luftverschmutzung*, luftverunreinigung*, luftschadstoff*, feinstaub*, qualita dell'aria, \
        inquinamento atmosferico, inquinamento dell'aria, qualidade do ar, poluicao do ar, poluicao atmosferica, \
        luchtkwaliteit*, luchtverontreiniging*, fijnstof*, jakosc powietrza, jakosci powietrza, \
        zanieczyszczenie powietrza, zanieczyszczenia powietrza, kvalita ovzdusi, kvality ovzdusi, 空气质量, 空氣品質, \
        空氣質素, 空气污染, 空氣污染, 雾霾, 霧霾, 大気汚染, 光化学スモッグ, 미세먼지, 대기질, 오존
        """
      ),
    ]
    return lists.map { kind, list in (kind, list.split(separator: ", ").map(Word.init)) }
  }()

  /// Returns a string in lower case, without accents, with one kind of apostrophe.
  private static func plain(_ text: String) -> [Unicode.Scalar] {
    text.prefix(2000).lowercased().unicodeScalars.compactMap { scalar in
      // A combining accent.
      (0x300...0x36F).contains(scalar.value) ? nil : letters[scalar] ?? scalar
    }
  }

  private static let letters: [Unicode.Scalar: Unicode.Scalar] = {
    let groups: [(Unicode.Scalar, String)] = [
      ("a", "áàâäãåą"), ("c", "çćč"), ("d", "ď"), ("e", "éèêëęě"), ("i", "íìîï"), ("l", "ł"), ("n", "ñńň"),
      ("o", "óòôöõ"), ("r", "ř"), ("s", "śš"), ("u", "úùûüů"), ("y", "ý"), ("z", "źżž"), ("'", "’‘´`"),
      (" ", "_-\u{A0}\n\t"),
    ]
    return Dictionary(
      groups.flatMap { letter, others in others.unicodeScalars.map { ($0, letter) } },
      uniquingKeysWith: { first, _ in first })
  }()
}
