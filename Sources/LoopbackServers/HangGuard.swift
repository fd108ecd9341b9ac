extension Duration {
  /// Five minutes: so long a wait for something on loopback is a hang, however busy the machine is. A limit that is
  /// to decide nothing but this.
  public static var hangGuard: Duration { .seconds(300) }
}
