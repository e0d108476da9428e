namespace Genie.Geocoding.DuckDb;

/// <summary>This library was built on a package feed without DuckDB; the message names the package.</summary>
public sealed class DuckDbMissingException(string message) : Exception(message)
{
    /// <summary>Always false: only another build brings it.</summary>
    public static bool IsTransient => false;
}
