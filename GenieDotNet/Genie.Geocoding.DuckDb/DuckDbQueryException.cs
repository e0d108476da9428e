namespace Genie.Geocoding.DuckDb;

/// <summary>DuckDB refused a file or a query; the message is its own, with what to do.</summary>
public sealed class DuckDbQueryException(string message, Exception? innerException = null) : Exception(message, innerException)
{
    /// <summary>Always false: the same query will not do better next time.</summary>
    public static bool IsTransient => false;
}
