/// The rules by which sources are asked again, responses are cached, and failing sources are given a pause.
public enum AirPolicy {}
