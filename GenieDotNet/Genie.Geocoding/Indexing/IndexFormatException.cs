namespace Genie.Geocoding.Indexing;

/// <summary>A file is no index that this program can use: foreign, torn, damaged, or of another version.</summary>
public sealed class IndexFormatException : Exception
{
    /// <summary>With the reason, and the file where there is one.</summary>
    internal IndexFormatException(string reason, string? file = null)
        : base(file is null ? $"The map index cannot be used: {reason}." : $"The map index {file} cannot be used: {reason}. Delete it: a built-in map is built again; another one has to be imported again.") =>
        (Reason, File) = (reason, file);

    /// <summary>Always false: the same file will not do better next time.</summary>
    public static bool IsTransient => false;

    /// <summary>The file's path, or null if it was none.</summary>
    public string? File { get; }

    /// <summary>The bytes in which it was found, or null.</summary>
    internal IndexMemory? Origin { get; init; }

    /// <summary>What is wrong.</summary>
    public string Reason { get; }
}
