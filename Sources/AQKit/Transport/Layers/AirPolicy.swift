/// The rules by which sources are asked again, responses are kept, and failing sources are left alone.
public enum AirPolicy {}
