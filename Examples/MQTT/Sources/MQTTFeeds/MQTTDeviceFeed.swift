import AQKit
import AQKitDevices

/// Devices of the catalogue that publish the same JSON over MQTT as over HTTP.
///
/// | device | topic | origin |
/// |---|---|---|
/// | `airgradient` | `airgradient/readings/SERIAL` | airgradienthq/arduino: the JSON of the local server |
/// | `tasmota` | `tele/NAME/SENSOR` | Tasmota's telemetry; the JSON of `Status 8` without its frame |
///
/// The part of the topic that matches `{device}` in the pattern is the name of the site, and its identifier unless
/// the payload has one.
public struct MQTTDeviceFeed: FeedDecoder {
  /// The declaration of any such devices.
  public static let descriptor = SourceDescriptor(
    id: "mqtt-device", name: "Devices over MQTT", summary: "Devices at home that publish their values.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.live, .current], placeKinds: [.site, .coordinate, .area], parameters: [],
        coverage: .unknown, kinds: [.observation], timeConvention: .instant, averaging: .instant,
        cadence: .seconds(60))
    ],
    precedence: 200, siteKinds: [.lowCostSensor], rights: .own)

  /// The declaration of these devices, from their description.
  public let descriptor: SourceDescriptor
  private let description: DeviceDescription
  private let pattern: MQTTTopicPattern
  private let options: [String: String]

  /// Devices that a description can read.
  ///
  /// - Parameters:
  ///   - description: The description that reads a payload.
  ///   - topics: The topics of a device, with `{device}` for its name, which may have several levels.
  ///   - options: The values of the description's options by name.
  /// - Throws: ``AQError/Code/notConfigured`` for an unknown or invalid option, and ``AQError/Code/invalidRequest`` for a
  ///   pattern without a device.
  public init(
    _ description: DeviceDescription, topics: String, options: [String: String] = [:]
  ) throws(AQError) {
    self.description = description
    self.options = options
    pattern = try MQTTTopicPattern(topics)
    var descriptor = try MappedAdapter(description, options: options).descriptor
    for index in descriptor.offers.indices { descriptor.offers[index].capabilities = [.live, .current] }
    descriptor.summary = Self.descriptor.summary
    descriptor.options = []
    descriptor.endpoints = []
    self.descriptor = descriptor
  }

  /// Monitors of AirGradient. Their payload has no time.
  public static func airGradient(in catalogue: DeviceCatalog = .standard) throws(AQError) -> MQTTDeviceFeed {
    try MQTTDeviceFeed(catalogue.description("airgradient"), topics: "airgradient/readings/{device}")
  }

  /// Devices with Tasmota's firmware.
  ///
  /// - Parameter timeZone: The zone of their clocks, such as `Europe/Prague` or `+01:00`, which their times don't state; nil
  ///   if it is unknown, so that the time of receipt counts.
  public static func tasmota(
    timeZone: String? = nil, in catalogue: DeviceCatalog = .standard
  ) throws(AQError) -> MQTTDeviceFeed {
    try MQTTDeviceFeed(
      catalogue.description("tasmota"), topics: "tele/{device}/SENSOR",
      options: timeZone.map { ["timeZone": $0] } ?? [:])
  }

  /// Reads a device's messages; other topics are ignored.
  ///
  /// - Throws: As ``MappedAdapter`` does for a reply.
  public func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    // Other messages of a device, such as `tele/NAME/LWT`, are no faults.
    guard let device = message.topic.flatMap(pattern.device) else { return }
    var options = options
    if options["siteName"] == nil { options["siteName"] = device }
    let adapter = try MappedAdapter(description, id: SourceID(device), options: options)
    let reply = HTTPReply(
      TransportResponse(status: 200, body: message.bytes), step: (), query: query,
      receivedAt: report.receivedAt)
    _ = try adapter.decode(reply, into: &report)
  }
}

/// A topic with a place for the name of a device.
struct MQTTTopicPattern: Sendable {
  private let before: String
  private let after: String

  init(_ pattern: String) throws(AQError) {
    let mark = "{device}"
    guard let range = pattern.firstRange(of: mark), !pattern[range.upperBound...].contains(mark) else {
      throw AQError(.invalidRequest, "A pattern of topics has {device} once, such as tele/{device}/SENSOR.")
    }
    (before, after) = (String(pattern[..<range.lowerBound]), String(pattern[range.upperBound...]))
  }

  /// The name of the device that publishes under a topic; nil for another topic.
  func device(in topic: String) -> String? {
    guard topic.hasPrefix(before), topic.hasSuffix(after), topic.count > before.count + after.count else {
      return nil
    }
    return String(topic.dropFirst(before.count).dropLast(after.count))
  }
}
