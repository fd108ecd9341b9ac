// What libFuzzer calls: every way in which AQKit reads what Open-Meteo answers. `Scripts/fuzz-open-meteo` builds and runs
// it. Nothing may crash, hang, or be reported by the sanitizer, and the readers must agree on what is a document.

import AQKit
import AQKitOpenMeteo

private let receivedAt = AirTime(secondsSince1970: 1_790_980_200)

private let contexts: [PayloadContext] = {
  let berlin = Site(coordinate: try? Coordinate(52.52, 13.41), kind: .modelCell)
  return [
    PayloadContext(receivedAt: receivedAt),
    PayloadContext(receivedAt: receivedAt, places: [berlin, berlin], isStrict: true),
  ]
}()

private let formats: [PayloadFormat] = {
  var container = AQContainer()
  try? container.install(.openMeteo)
  return container.formats.filter { $0.name.hasPrefix("open-meteo") }
}()

private let decoders: [any HTTPAdapter] = [
  OpenMeteoAirQuality(), OpenMeteoWeather(), OpenMeteoArchive(), OpenMeteoClimate(),
]

/// Reads one input in every way.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  for allowsNaN in [false, true] { readJSON(bytes, allowsNaN: allowsNaN) }
  for format in formats {
    for context in contexts { read(bytes, format, context) }
  }
  for status in [200, 400, 429, 500] {
    let response = TransportResponse(status: status, body: bytes)
    for decoder in decoders {
      if case .failed(let error) = decoder.verdict(on: response) { look(at: error) }
    }
  }
  return 0
}

/// The value that is looked into and the reader that passes over it must agree.
private func readJSON(_ bytes: [UInt8], allowsNaN: Bool) {
  let root = try? AQJSON(parsing: bytes, allowsNaN: allowsNaN)
  var isDocument = false
  do throws(AQError) {
    var reader = try JSONReader(bytes, allowsNaN: allowsNaN)
    try reader.skip()
    try reader.end()
    isDocument = true
  } catch {
    look(at: error)
  }
  precondition((root != nil) == isDocument, "Two readers don't agree on what is a document.")
}

private func read(_ bytes: [UInt8], _ format: PayloadFormat, _ context: PayloadContext) {
  let response: AirResponse
  do {
    response = try format.decode(bytes, context)
  } catch {
    guard let error = error as? AQError else {
      preconditionFailure("\(format.name) threw a \(type(of: error)).")
    }
    look(at: error)
    return
  }
  for report in response.reports {
    for series in report.series {
      precondition(series.values.count == series.timeline.count, "A series lost its times.")
      precondition(!series.values.contains(where: \.isInfinite), "A value is infinite.")
    }
  }
  for note in response.notes { precondition(!"\(note)".isEmpty) }
}

private func look(at error: AQError) {
  precondition(!error.message.isEmpty, "An error says nothing.")
  precondition(error.message.utf8.count < 4096, "An error repeats its input.")
}
