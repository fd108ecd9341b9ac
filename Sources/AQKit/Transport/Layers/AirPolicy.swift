/// The rules by which sources are asked again, responses are kept, and failing sources are given a pause.
public enum AirPolicy {}
