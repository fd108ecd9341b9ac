// What AQKit uses of Apple's Dispatch, as declarations without a body.
public struct DispatchQoS: Sendable {
  public enum QoSClass: Sendable { case utility }
}
open class DispatchQueue: @unchecked Sendable {
  public class func global(qos: DispatchQoS.QoSClass) -> DispatchQueue { fatalError() }
  public func async(execute work: @escaping @Sendable () -> Void) { fatalError() }
}
