using Npgsql;

namespace Genie.Geocoding.PostGis;

/// <summary>Tells what a map's database refused, and which database it is; never its password.</summary>
internal static class PostGisErrors
{
    /// <summary>The error that callers get.</summary>
    /// <param name="connectionString">The database.</param>
    /// <param name="failed">What cannot be done with it: <c>read</c>, <c>changed</c>.</param>
    /// <param name="exception">What Npgsql threw.</param>
    /// <param name="advice">What to do, a sentence.</param>
    public static GeocoderUnavailableException Of(string connectionString, string failed, NpgsqlException exception, string? advice = null)
    {
        var settings = new NpgsqlConnectionStringBuilder(connectionString);
        return new GeocoderUnavailableException(
            $"The map's database {settings.Database} at {settings.Host}:{settings.Port} cannot be {failed}: {exception.Message}{(advice is null ? "" : $" {advice}")}", exception.IsTransient, exception);
    }
}
