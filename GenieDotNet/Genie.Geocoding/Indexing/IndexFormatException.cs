namespace Genie.Geocoding.Indexing;

/// <summary>A file is no index that this program can use: foreign, torn, or of another version.</summary>
public sealed class IndexFormatException(string reason) : Exception($"The map index cannot be used: {reason}. Delete it; it is built again from the map.")
{
    /// <summary>Always false: the same file will not do better next time.</summary>
    public static bool IsTransient => false;
}
