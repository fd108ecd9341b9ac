public import AQKit

/// The request to a device on the local network and the way to read its reply: data instead of code.
///
/// ```swift
/// let device = try DeviceDescription(
///   json: """
///     {"id": "sniffer", "name": "Sniffer", "request": {"path": "/now"},
///      "readings": [{"parameter": "pm25", "at": "dust.fine", "unit": "µg/m³"}]}
///     """)
/// let adapter = try MappedAdapter(device, options: ["baseURL": "http://192.168.1.20"])
/// let source = HTTPSource(adapter, transport: transport)
/// ```
///
/// The guide “Devices as data” lists every member. Anything that a description can't express, such as several requests
/// or a sum of two numbers, needs an ``HTTPAdapter`` in code.
public struct DeviceDescription: Hashable, Sendable {
  /// The identifier of the device's kind, such as `airgradient`; a source and a payload format have it by default.
  public let id: String
  /// The display name.
  public let name: String
  /// A sentence about the device.
  public let summary: String
  /// The options and credentials of a source, including those of every device.
  public let options: [SourceDescriptor.Option]

  let request: Request
  let cadence: Duration
  let limits: RequestLimits
  /// The paths of which every reply of the device has at least one.
  let expected: [DevicePath]
  let refusals: [Refusal]
  let sentinels: [Double]
  let credit: Credit?
  let parts: [Part]

  struct Request: Hashable, Sendable {
    var method: TransportRequest.Method
    var baseURL: String?
    /// The paths; each is tried if the previous one doesn't exist.
    var paths: [DeviceTemplate]
    var query: [Item]
    var headers: [Item]
    var hasPrivateCertificate: Bool

    struct Item: Hashable, Sendable {
      var name: String
      var value: DeviceTemplate
    }
  }

  struct Refusal: Hashable, Sendable {
    var conditions: [DeviceCondition]
    var code: AQError.Code
    var message: DeviceText?
  }

  /// The credit if the values aren't the owner's.
  struct Credit: Hashable, Sendable {
    var attribution: AirAttribution
    var terms: String?
  }

  struct Part: Hashable, Sendable {
    var rows: [DevicePath]
    var conditions: [DeviceCondition]
    var kind: AirReport.Kind
    var site: Site
    var time: Time?
    var readings: [Reading]
  }

  struct Flag: Hashable, Sendable {
    var flag: AirReading.QualityFlag
    /// The conditions of the flag; empty if all values have it.
    var conditions: [DeviceCondition]
  }

  struct Site: Hashable, Sendable {
    enum Indoor: Hashable, Sendable {
      case always(Bool)
      case condition(DeviceCondition)
      /// A condition for indoors and one for outdoors; unknown if neither holds.
      case conditions(yes: DeviceCondition?, no: DeviceCondition?)
    }

    var id: DeviceText?
    var name: DeviceText?
    var latitude: [DevicePath] = []
    var longitude: [DevicePath] = []
    var indoor: Indoor?
  }

  struct Time: Hashable, Sendable {
    enum Place: Hashable, Sendable {
      case at([DevicePath])
      /// The time is in several members, such as a date and an hour.
      case fields([DevicePath])
      case ends(from: [DevicePath], to: [DevicePath])
    }

    var place: Place
    var format: String
    var zone: DeviceTemplate?
    var convention: SourceDescriptor.TimeConvention?
    /// Before it, the device's clock isn't set.
    var earliest: AirTime?
  }

  struct Reading: Hashable, Sendable {
    var parameter: AirParameter
    var paths: [DevicePath]
    var unit: DeviceText
    var averaging: AveragingPeriod
    var convention: SourceDescriptor.TimeConvention
    var conditions: [DeviceCondition]
    var flags: [Flag]
    var correction: AirOrigin.Correction?
    /// The paths of the percentage of the period that the values cover.
    var completeness: [DevicePath]
    var instrument: DeviceText?
    var method: DeviceText?
    var edition: String?
    var sentinels: [Double]
    var scale: Double?
    var range: Range?

    enum Range: Hashable, Sendable {
      case numbers(ClosedRange<Double>)
      case model(AirParameter.Bounds)

      func bounds(in unit: AirUnit) -> AirParameter.Bounds {
        switch self {
        case .numbers(let range):
          AirParameter.Bounds(range, unit: unit, source: "the description of the device")
        case .model(let bounds): bounds
        }
      }
    }
  }

  /// Returns the kinds, averaging periods and time conventions of the readings, each with its parameters.
  func offers(in coverage: SourceDescriptor.Coverage) -> [SourceDescriptor.Offer] {
    var offers: [SourceDescriptor.Offer] = []
    let readings = parts.flatMap { part in part.readings.map { (kind: part.kind, reading: $0) } }.unique {
      ["\($0.kind)", "\($0.reading.parameter)", "\($0.reading.averaging)", "\($0.reading.convention)"]
    }
    for (kind, reading) in readings {
      let known = offers.firstIndex {
        $0.kinds == [kind] && $0.averaging == reading.averaging && $0.timeConvention == reading.convention
      }
      if let known {
        offers[known].parameters.append(reading.parameter)
      } else {
        offers.append(
          SourceDescriptor.Offer(
            capabilities: [kind == .forecast ? .forecast : .current],
            placeKinds: [.coordinate, .site, .area],
            parameters: [reading.parameter],
            coverage: coverage, kinds: [kind], timeConvention: reading.convention,
            averaging: reading.averaging, cadence: cadence, latency: .zero))
      }
    }
    return offers
  }
}
