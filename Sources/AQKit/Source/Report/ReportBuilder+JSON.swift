extension ReportBuilder {
  /// Adds one value as it stands in a JSON document: a number is a value, `null` a gap, a missing member nothing.
  /// Anything else is refused, counted and said, and what else the element holds is kept.
  ///
  /// - Parameters:
  ///   - parameter: What was measured.
  ///   - value: The value.
  ///   - acceptsText: Whether a string that holds a number (`"12.5"`) is read as that number.
  ///   - unit: The unit that the provider states.
  ///   - stamp: The provider's time stamp.
  ///   - averaging: The averaging period; by default the one that the source's offer declares.
  ///   - flags: What the provider says about the value's quality.
  ///   - completeness: How many of the expected sub-values went into it.
  ///   - origin: Model, instrument or channel; values of different origin are different series.
  ///   - correction: How the value was corrected; corrected and raw values are different series.
  ///   - site: The site.
  public mutating func add(
    _ parameter: AirParameter, _ value: AQJSON, acceptingText acceptsText: Bool = false, unit: AirUnit,
    at stamp: TimeStamp, averaging: AveragingPeriod? = nil, flags: Set<QualityFlag> = [],
    completeness: Completeness? = nil, origin: Origin? = nil, correction: Correction? = nil,
    to site: SiteReference
  ) {
    if value.isMissing { return }
    var number: Double?
    do {
      number = try value.ifPresent?.double(acceptingText: acceptsText)
    } catch {
      return refuse(Self.withoutPositions(error.message))
    }
    add(
      parameter, number, unit: unit, at: stamp, averaging: averaging, flags: flags,
      completeness: completeness, origin: origin, correction: correction, to: site)
  }

  /// Adds a whole column as it stands in a JSON document: an array of numbers and `null`. An element that is neither
  /// is refused, counted and said, and the others are kept. A column that is missing or `null` is nothing.
  ///
  /// - Parameters:
  ///   - parameter: What was measured.
  ///   - values: The array, with one element per stamp.
  ///   - unit: The unit that the provider states.
  ///   - stamps: Seconds since 1970, one per value, in any order.
  ///   - averaging: The averaging period; by default the one that the source's offer declares.
  ///   - origin: Model, instrument or channel.
  ///   - correction: How the values were corrected.
  ///   - site: The site.
  public mutating func add(
    _ parameter: AirParameter, column values: AQJSON, unit: AirUnit, unixStamps stamps: [Int64],
    averaging: AveragingPeriod? = nil, origin: Origin? = nil, correction: Correction? = nil,
    to site: SiteReference
  ) {
    guard let values = values.ifPresent else { return }
    var numbers: [Double] = []
    do throws(AQError) {
      if let all = try? values.doubles() { numbers = all } else { numbers = try numbersOneByOne(values) }
    } catch {
      return refuse(Self.withoutPositions(error.message))
    }
    add(
      parameter, column: numbers, unit: unit, unixStamps: stamps, averaging: averaging, origin: origin,
      correction: correction, to: site)
  }

  /// The numbers of an array; what is none leaves a gap and is refused.
  private mutating func numbersOneByOne(_ values: AQJSON) throws(AQError) -> [Double] {
    var numbers: [Double] = []
    for element in try values.elements {
      do {
        numbers.append(try element.ifPresent?.double() ?? .nan)
      } catch {
        refuse(Self.withoutPositions(error.message))
        numbers.append(.nan)
      }
    }
    return numbers
  }
}
