namespace Genie.Extensions.Genius.Keys;

/// <summary>Two keys that are near each other.</summary>
/// <param name="First">The one whose name comes first.</param>
/// <param name="Second">The other.</param>
/// <param name="Metres">How far they are apart, by great circle.</param>
public readonly record struct KeyPair(KeyState First, KeyState Second, double Metres);
