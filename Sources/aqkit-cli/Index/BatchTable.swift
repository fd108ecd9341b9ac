import AQKit

/// The table of rows with the same standard, pollutant, averaging period and unit: the scale, the conversion from the
/// unit
/// to the table's, and the text of every answer that was given before.
final class BatchTable {
  /// The reason why there isn't a table.
  struct Refusal: Error {
    let reason: String
  }

  private let index: any AirQualityIndex
  private let scale: BreakpointIndex.Scale
  private let convert: ((Double) -> Double)?
  /// The answers by number; empty if there is none yet.
  private var answers: ContiguousArray<ContiguousArray<UInt8>>
  /// The largest number whose answer is kept.
  private static let largestKept = 2047

  /// Finds the table.
  init(
    standard: String, pollutant: String, averaging: String, unit: String, in catalog: AirQualityIndexCatalog
  )
    throws(Refusal)
  {
    for (name, value) in [
      ("standard", standard), ("pollutant", pollutant), ("averaging period", averaging), ("unit", unit),
    ] where value.isEmpty {
      throw Refusal(reason: "no \(name) is given")
    }
    guard let index = catalog.index(standard) else {
      throw Refusal(reason: "there is no index “\(standard.shortened)”")
    }
    guard let period = AveragingPeriod(averaging) ?? AveragingPeriod(averaging.lowercased()) else {
      throw Refusal(reason: "“\(averaging.shortened)” is no averaging period such as 1h, 24h or 8h-max")
    }
    let parameter = AirParameter(pollutant)
    let identifier = index.edition.identifier
    let scales: [BreakpointIndex.Scale]
    if let table = index as? BreakpointIndex {
      scales = table.scales
    } else if let levels = (index as? HongKongAQHI)?.levels, levels.input.parameter == parameter {
      scales = [levels]
    } else {
      throw Refusal(
        reason: "\(identifier) is computed from several pollutants at once: no single one has a sub-index")
    }
    let known = scales.filter { $0.input.parameter == parameter }
    guard !known.isEmpty else {
      throw Refusal(reason: "\(identifier) does not cover \(parameter.rawValue.shortened)")
    }
    guard let scale = known.first(where: { $0.input.averaging == period }) else {
      let periods = known.map(\.input.averaging.description).joined(separator: " and ")
      throw Refusal(reason: "\(identifier) covers \(parameter) over \(periods) and not over \(period)")
    }
    do throws(AQIOutcome.Unavailable) {
      convert = try index.conversion(from: AirUnit(unit), to: scale.input)
    } catch {
      throw Refusal(reason: "\(unit.shortened) of \(parameter) can't become \(scale.input.unit)")
    }
    self.index = index
    self.scale = scale
    answers = ContiguousArray(repeating: [], count: Self.largestKept + 1)
  }

  /// Appends the answer for a concentration: `,index,category,color,error`.
  @inline(__always)
  func append(_ concentration: Double, to output: inout StandardOutput) {
    let number = scale.number(of: convert.map { $0(concentration) } ?? concentration)
    let index = Int(number)
    if index >= 0, index < answers.count, !answers[index].isEmpty {
      output.append(answers[index])
    } else {
      appendNew(number, concentration, to: &output)
    }
  }

  @inline(never)
  private func appendNew(_ number: Int32, _ concentration: Double, to output: inout StandardOutput) {
    if number >= 0 {
      let band = index.band(of: Int(number))
      let color = band?.color(for: Int(number))?.hex ?? ""
      let answer = ContiguousArray(",\(number),\((band?.nameInTable ?? "").csvField),\(color),".utf8)
      if Int(number) < answers.count { answers[Int(number)] = answer }
      output.append(answer)
      return
    }
    let given = convert.map { $0(concentration) } ?? concentration
    let text = "\(given.plainText) \(scale.input.unit)"
    switch number {
    case ColumnCode.open:
      let band = index.bands.last
      output.append(",,\((band?.nameInTable ?? "").csvField),\(band?.color?.hex ?? ""),")
      output.append("only the category is defined at \(text)".csvField)
    case ColumnCode.undefined: output.append(",,,,\("no index is defined at \(text)".csvField)")
    default:
      output.append(",,,,")
      output.append("\(text) is no concentration\(AQIOutcome.Unavailable.flaw(of: given))".csvField)
    }
  }
}

extension String {
  /// The text, or its beginning if it is long.
  var shortened: String { count > 40 ? "\(prefix(40))…" : self }
}
