/// The rules by which sources are asked again, answers are kept, and failing sources are left alone.
public enum AirPolicy {}
