extension AirSeries: Codable {
  /// Reads a series; `null` in `values` is a gap. Fails like
  /// ``init(_:unit:averaging:timeline:values:flags:completeness:accuracy:origin:correction:conversion:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self = try decoder.checked {
      try AirSeries(
        container.value("parameter"), unit: container.value("unit"),
        averaging: container.optional("averaging"), timeline: container.value("timeline"),
        values: container.decode([Double?].self, forKey: "values").map { $0 ?? .nan },
        flags: container.optional("flags"), completeness: container.optional("completeness"),
        accuracy: container.optional("accuracy"), origin: container.optional("origin"),
        correction: container.optional("correction"), conversion: container.optional("conversion"))
    }
  }

  /// Writes a series; a gap is `null`, flags are sorted.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "parameter": parameter, "unit": unit, "averaging": averaging, "timeline": timeline,
      "values": values.map { $0.isNaN ? nil : $0 }, "flags": flags.map { $0.map { $0.spellings } },
      "completeness": completeness, "accuracy": accuracy, "origin": origin, "correction": correction,
      "conversion": conversion,
    ])
  }
}
