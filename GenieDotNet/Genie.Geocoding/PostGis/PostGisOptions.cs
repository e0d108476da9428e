namespace Genie.Geocoding.PostGis;

/// <summary>How the PostGIS geocoder reaches its database.</summary>
public sealed record PostGisOptions
{
    /// <summary>Npgsql's connection string.</summary>
    public required string ConnectionString { get; init; }

    /// <summary>Connections kept open; look-ups beyond that wait and go out together. Default 4.</summary>
    public int Connections { get; init; } = 4;

    /// <summary>The most points one round trip asks for. Default 512; 1 turns batching off.</summary>
    public int BatchPoints { get; init; } = 512;

    /// <summary>Connecting, and each statement, is given up after this long. Default 5 s.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How often a transient failure is tried again before callers hear of it. Default 4: with the pauses, most of a second.</summary>
    public int Retries { get; init; } = 4;

    /// <summary>The pause before the first retry; it doubles. Default 50 ms.</summary>
    public TimeSpan RetryPause { get; init; } = TimeSpan.FromMilliseconds(50);

    /// <summary>The role that sessions take on after connecting; null keeps the user's own. Default: the one that may only read.</summary>
    public string? Role { get; init; } = "genie_reader";

    /// <summary>The settings without the connection string, which may hold a password.</summary>
    public override string ToString() => $"{nameof(PostGisOptions)} {{ {nameof(Connections)} = {Connections}, {nameof(Timeout)} = {Timeout}, {nameof(Role)} = {Role} }}";
}
