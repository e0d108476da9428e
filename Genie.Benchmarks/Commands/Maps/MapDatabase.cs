using Genie.Benchmarks.Load;
using Genie.Geocoding;
using Genie.Geocoding.Maps.Import;
using Genie.Geocoding.Maps.Info;
using Genie.Servers;
using Genie.Servers.Finding;
using Npgsql;

namespace Genie.Benchmarks.Commands.Maps;

/// <summary>
/// The PostGIS database that look-ups ask: the one that is named, else the one of <c>genie up</c>, found or started, with the
/// built-in maps put in where it has no layer at all. Disposed of, it ends what it started.
/// </summary>
internal sealed class MapDatabase : IAsyncDisposable
{
    private const string System = "postgis";

    private readonly FoundServer? _server;

    private MapDatabase(string connectionString, FoundServer? server) => (ConnectionString, _server) = (connectionString, server);

    /// <summary>Npgsql's connection string.</summary>
    public string ConnectionString { get; }

    /// <summary>Finds the one that a workload asks, and names it there; null where it asks none or has named its own.</summary>
    /// <param name="choice">The workload.</param>
    /// <param name="notInstalled">Of systems that could not be installed: why not.</param>
    /// <param name="cancellationToken">Abandons the search; what was started is ended.</param>
    /// <inheritdoc cref="EnsureAsync" path="/exception"/>
    public static async Task<MapDatabase?> ForAsync(WorkloadChoice choice, IReadOnlyDictionary<string, string> notInstalled, CancellationToken cancellationToken)
    {
        if (ServerOf(choice).Count == 0) return null;
        if (notInstalled.GetValueOrDefault(System) is { } reason) throw new ServerException($"The maps of this workload are in a database, and {System} is missing: {reason}");
        var database = await EnsureAsync(null, cancellationToken).ConfigureAwait(false);
        choice.Database = database.ConnectionString;
        return database;
    }

    /// <summary>The server that a workload asks, unless it names its own: one or none.</summary>
    public static IReadOnlyList<ServerSystem> ServerOf(WorkloadChoice choice) =>
        choice.AsksDatabase && choice.Database is null ? [ServerCatalogue.Get(System)] : [];

    /// <summary>Finds it.</summary>
    /// <param name="connectionString">The one that is named, or null.</param>
    /// <param name="cancellationToken">Abandons the search; what was started is ended.</param>
    /// <exception cref="ServerException">There is none and none can be started.</exception>
    /// <exception cref="GeocoderUnavailableException">It cannot be used.</exception>
    public static async Task<MapDatabase> EnsureAsync(string? connectionString, CancellationToken cancellationToken)
    {
        if (connectionString is not null) return new MapDatabase(connectionString, null);
        var server = await ServerFinder.EnsureAsync(ServerCatalogue.Get(System), new StartOptions { IsTemporary = true }, cancellationToken).ConfigureAwait(false);
        var database = new MapDatabase(ConnectionStringOf(server.Url), server);
        try
        {
            // Layers that somebody imported are never replaced: where they do not do, the worker says so.
            if (!await DatabaseMaps.AnyAsync(database.ConnectionString, cancellationToken).ConfigureAwait(false))
                await MapImporter.ImportBuiltInAsync(database.ConnectionString, cancellationToken).ConfigureAwait(false);
            return database;
        }
        catch
        {
            await database.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_server is not null) await _server.StopAsync(CancellationToken.None).ConfigureAwait(false);
    }

    /// <summary>The connection string of a server that was found.</summary>
    public static string ConnectionStringOf(Uri url)
    {
        var user = url.UserInfo.Split(':', 2);
        return new NpgsqlConnectionStringBuilder
        {
            Host = url.Host,
            Port = url.Port,
            Username = Uri.UnescapeDataString(user[0]),
            Password = Uri.UnescapeDataString(user.ElementAtOrDefault(1) ?? ""),
            Database = url.AbsolutePath.Trim('/') is { Length: > 0 } name ? name : "postgres",
        }.ConnectionString;
    }
}
