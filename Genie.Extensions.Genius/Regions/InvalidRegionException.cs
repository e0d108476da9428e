namespace Genie.Extensions.Genius.Regions;

/// <summary>A region that no place on Earth can be compared with: a coordinate out of range, a ring of two places, no geohash.</summary>
/// <param name="message">What is wrong, and what is expected.</param>
public sealed class InvalidRegionException(string message) : Exception(message)
{
    /// <summary>Always false: the region must be changed.</summary>
    public static bool IsTransient => false;
}
