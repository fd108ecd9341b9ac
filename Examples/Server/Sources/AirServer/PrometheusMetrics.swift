public import CoreMetrics
import Hummingbird
import Synchronization

/// The metrics of the process in Prometheus' text format 0.0.4
/// (prometheus.io/docs/instrumenting/exposition_formats), as far as swift-metrics knows them: counters, gauges, and timers as
/// summaries in seconds.
public final class PrometheusMetrics: MetricsFactory {
  /// The kinds of a family, as the format spells them.
  enum Kind: String { case counter, gauge, summary }

  private struct Key: Hashable {
    let name: String
    /// The labels as they are written, without their braces.
    let labels: String

    init(_ label: String, _ dimensions: [(String, String)]) {
      name = Self.name(label)
      labels = dimensions.map { "\(Self.name($0))=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    }

    /// Returns a name in which `_` replaces each character that the format doesn't allow.
    private static func name(_ text: String) -> String {
      let name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "_" })
      return name.first?.isNumber ?? true ? "_" + name : name
    }

    /// The scalars of a value that the format escapes, not characters, because CR LF is a single one.
    private static let escapes: [Unicode.Scalar: String] = ["\\": "\\\\", "\"": "\\\"", "\n": "\\n"]

    private static func escaped(_ value: String) -> String {
      value.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    }
  }

  private let metrics = Mutex<[Key: PrometheusMetric]>([:])

  /// Creates an empty store of metrics.
  public init() {}

  /// All metrics, one family after another in the order of their names.
  public var text: String {
    let families = Dictionary(grouping: metrics.withLock { Array($0) }, by: \.key.name)
    var lines: [String] = []
    for (name, family) in families.sorted(by: { $0.key < $1.key }) {
      guard let kind = family.first?.value.kind else { continue }
      lines.append("# TYPE \(name) \(kind.rawValue)")
      for (key, metric) in family.sorted(by: { $0.key.labels < $1.key.labels }) {
        let labels = key.labels.isEmpty ? "" : "{\(key.labels)}"
        let (value, count) = metric.reading
        if kind == .summary {
          lines += ["\(name)_sum\(labels) \(value)", "\(name)_count\(labels) \(count)"]
        } else {
          lines.append("\(name)\(labels) \(value)")
        }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The text as the response to a request.
  var response: Response {
    Response(
      status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// Returns a counter, the same for the same name and labels.
  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    metric(.counter, label, dimensions)
  }

  /// Returns a counter of fractions.
  public func makeFloatingPointCounter(label: String, dimensions: [(String, String)])
    -> any FloatingPointCounterHandler
  {
    metric(.counter, label, dimensions)
  }

  /// Returns a gauge.
  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    metric(.gauge, label, dimensions)
  }

  /// Returns a gauge, or a summary of what is recorded.
  public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool)
    -> any RecorderHandler
  {
    metric(aggregate ? .summary : .gauge, label, dimensions)
  }

  /// Returns a summary in seconds.
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    metric(.summary, label + "_seconds", dimensions)
  }

  /// Forgets a counter.
  public func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
  /// Forgets a counter of fractions.
  public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { remove(handler) }
  /// Forgets a gauge.
  public func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
  /// Forgets a gauge or a summary.
  public func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
  /// Forgets a timer.
  public func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

  private func metric(_ kind: Kind, _ label: String, _ dimensions: [(String, String)]) -> PrometheusMetric {
    let key = Key(label, dimensions)
    return metrics.withLock { metrics in
      if let known = metrics[key] { return known }
      let new = PrometheusMetric(kind)
      metrics[key] = new
      return new
    }
  }

  private func remove(_ handler: AnyObject) {
    guard let metric = handler as? PrometheusMetric else { return }
    metrics.withLock { metrics in metrics = metrics.filter { $0.value !== metric } }
  }
}

/// A metric with its labels.
final class PrometheusMetric: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler,
  TimerHandler
{
  let kind: PrometheusMetrics.Kind
  private let state = Mutex((value: 0.0, count: 0))

  init(_ kind: PrometheusMetrics.Kind) { self.kind = kind }

  /// The value, or the sum and the number of what was recorded.
  var reading: (value: Double, count: Int) { state.withLock { $0 } }

  func increment(by amount: Int64) { increment(by: Double(amount)) }
  func increment(by amount: Double) { state.withLock { $0.value += amount } }
  func decrement(by amount: Double) { increment(by: -amount) }
  func reset() { state.withLock { $0 = (0, 0) } }
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { state.withLock { $0.value = value } }
  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) {
    guard kind == .summary else { return set(value) }
    state.withLock { state in
      state.value += value
      state.count += 1
    }
  }
  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
}
