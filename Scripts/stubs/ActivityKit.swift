public import Foundation

public protocol ActivityAttributes: Codable {
  associatedtype ContentState: Codable, Hashable
}
public struct ActivityContent<State: Codable> {
  public init(state: State, staleDate: Date?, relevanceScore: Double = 0) {}
}
