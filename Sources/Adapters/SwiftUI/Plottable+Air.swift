#if canImport(Charts)
  public import AQKit
  public import Charts
  public import Foundation

  extension AirTime: Plottable {
    /// The moment as a `Date`, which Charts plots on a time axis.
    public var primitivePlottable: Date { date }

    /// Creates the moment of a date.
    public init?(primitivePlottable: Date) { self.init(primitivePlottable) }
  }

  extension AirParameter: Plottable {
    /// The parameter's spelling, for series by parameter.
    public var primitivePlottable: String { rawValue }

    /// Creates the parameter from its spelling.
    public init?(primitivePlottable: String) { self.init(rawValue: primitivePlottable) }
  }

  extension SourceID: Plottable {
    /// The source's spelling, for series by source.
    public var primitivePlottable: String { rawValue }

    /// Creates the source from its spelling.
    public init?(primitivePlottable: String) { self.init(rawValue: primitivePlottable) }
  }
#endif
