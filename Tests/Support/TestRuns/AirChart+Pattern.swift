package import AQKit

extension AirChart {
  /// A letter per point: heard, carried, empty, or the reason for a gap.
  package var pattern: String {
    String(
      points.map { point in
        switch point.status {
        case .measured: "H"
        case .carriedForward: "c"
        case .empty: "."
        case .gap(.disconnected): "d"
        case .gap(.paused): "p"
        case .gap(.silent): "s"
        case .gap(.failed): "f"
        case .gap(.ended): "e"
        }
      })
  }
}
