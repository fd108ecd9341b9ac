#if Board
  package import AQKit

  /// One line of the board: a place, or a series of a live site. It is plain text and numbers; the page escapes nothing,
  /// because it never reads a text as markup.
  package struct BoardRow: Encodable, Hashable, Sendable {
    /// Which list a line belongs to.
    package enum Group: String, Encodable, Hashable, Sendable {
      /// The places that were asked about.
      case place
      /// The sites of live feeds.
      case site
    }

    /// What names the line for as long as the board runs.
    package var key: String
    /// The list that it belongs to.
    package var group: Group
    /// Its place in the list; lines of the same number are sorted by title.
    package var order: Int
    /// The name of the place or the site.
    package var title: String
    /// What tells it from others of its name: country, source, kind of site.
    package var detail: String
    /// What the value is of: the title of an index, or a pollutant with its averaging.
    package var quantity: String
    /// The value as it is shown, with its unit; nil if there is none.
    package var value: String?
    /// The band of the value.
    package var band: BoardBand?
    /// The end of the interval of the value, in seconds since 1970.
    package var time: Int64?
    /// How fresh the value is.
    package var freshness: AirReport.Freshness?
    /// Why there is no value, or what is to be said beside it.
    package var remark: String?
  }

  /// A band as the page shows it.
  package struct BoardBand: Encodable, Hashable, Sendable {
    /// The name in English.
    package let name: String
    /// The official colour, such as `#FF7E00`; nil where the standard's isn't known.
    package let color: String?
    /// Black or white, whichever stands out more on the colour.
    package let textColor: String?

    /// A band, in the colour of a number in it.
    package init(_ band: AQIBand, number: Int? = nil) {
      let color = band.color(for: number)
      name = BoardText.cut(band.name)
      self.color = color?.hex
      textColor = color?.textColor.hex
    }
  }

  /// What is drawn of a line: values at times, with a distance that tells where some are missing.
  package struct BoardChart: Encodable, Hashable, Sendable {
    /// The usual time between two values in seconds; more than half as much again is a gap.
    package var step: Int64
    /// The starts of the values, in seconds since 1970, ascending.
    package var times: [Int64] = []
    /// The values.
    package var values: [Double] = []
    /// For each value its band in ``palette``, or -1.
    package var bands: [Int] = []
    /// The bands that occur.
    package var palette: [BoardBand] = []

    /// A chart without values.
    package init(step: Int64) { self.step = max(1, step) }

    /// Adds a value; one that isn't finite, or not after the last, is left out.
    package mutating func append(_ value: Double, at time: AirTime, band: BoardBand?) {
      let seconds = time.secondsSince1970
      guard value.isFinite, times.last.map({ $0 < seconds }) ?? true else { return }
      times.append(seconds)
      values.append((value * 1000).rounded() / 1000)
      guard let band else { return bands.append(-1) }
      if let known = palette.firstIndex(of: band) { return bands.append(known) }
      palette.append(band)
      bands.append(palette.count - 1)
    }
  }

  /// The state of a live feed as the page words it.
  package struct BoardFeed: Encodable, Hashable, Sendable {
    /// The name of the feed.
    package let name: String
    /// `connecting`, `live`, `silent`, `waiting`, `paused`, `failed` or `ended`.
    package let state: String
    /// Since or until when, in seconds since 1970.
    package let time: Int64?
    /// What is to be said beside it, such as why it failed.
    package let remark: String?

    /// A feed in a state; without one it has ended.
    package init(_ name: String, _ state: AirUpdate.FeedState?, remark: String? = nil) {
      self.name = BoardText.cut(name)
      self.remark = remark.map(BoardText.cut)
      (self.state, time) =
        switch state {
        case .connecting: ("connecting", nil)
        case .live: ("live", nil)
        case .silent(let since): ("silent", since.secondsSince1970)
        case .waiting(let until): ("waiting", until.secondsSince1970)
        case .paused: ("paused", nil)
        case .failed: ("failed", nil)
        case nil: ("ended", nil)
        }
    }
  }

  /// What is above and below the lists.
  struct BoardHead: Encodable, Hashable, Sendable {
    /// The title of the index.
    var standard: String
    /// What is to be said of all that is shown, such as that it was recorded.
    var remark: String?
    var feeds: [BoardFeed] = []
    var credits: [AirAttribution] = []
  }

  /// Texts from outside.
  enum BoardText {
    /// A text, cut to what a page has room for.
    static func cut(_ text: String) -> String { text.count > 200 ? text.prefix(199) + "…" : text }
  }
#endif
