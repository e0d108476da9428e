using Genie.Geocoding.PostGis;
using Genie.PostgreSql;
using Npgsql;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Sends areas to the database as they come, within the one transaction that replaces the layer.</summary>
internal sealed class PostGisSink : MapSink
{
    private readonly NpgsqlDataSource _database;
    private readonly string _connectionString;
    private readonly PostGisMapWriter _writer;
    private readonly string _source;

    private PostGisSink(NpgsqlDataSource database, string connectionString, PostGisMapWriter writer, string source) =>
        (_database, _connectionString, _writer, _source) = (database, connectionString, writer, source);

    /// <inheritdoc/>
    public override string Place => "PostGIS";

    /// <summary>Connects, brings the schema up to date and begins the transaction.</summary>
    /// <exception cref="GeocoderUnavailableException">The database could not be reached.</exception>
    public static async Task<PostGisSink> BeginAsync(string connectionString, MapName map, string source, CancellationToken cancellationToken)
    {
        var database = NpgsqlDataSource.Create(ConnectionStrings.Read(connectionString));
        try
        {
            await PostGisMigrations.ApplyAsync(database, cancellationToken).ConfigureAwait(false);
            return new PostGisSink(database, connectionString, await PostGisMapWriter.BeginAsync(database, map, cancellationToken).ConfigureAwait(false), source);
        }
        catch (NpgsqlException exception)
        {
            await database.DisposeAsync().ConfigureAwait(false);
            throw PostGisErrors.Of(connectionString, "used", exception, "It needs PostGIS and a user who may create schemas and roles.");
        }
        catch
        {
            await database.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public override ValueTask AddAsync(MapArea area, CancellationToken cancellationToken) => new(GuardAsync(_writer.WriteAsync(area, cancellationToken)));

    /// <inheritdoc/>
    public override Task PrepareAsync(CancellationToken cancellationToken) => GuardAsync(_writer.PrepareAsync(_source, cancellationToken));

    /// <inheritdoc/>
    public override Task CommitAsync() => GuardAsync(_writer.CommitAsync());

    /// <inheritdoc/>
    public override Task<string?> TidyAsync(CancellationToken cancellationToken) => _writer.TidyAsync(cancellationToken);

    /// <inheritdoc/>
    public override async ValueTask DisposeAsync()
    {
        await _writer.DisposeAsync().ConfigureAwait(false);
        await _database.DisposeAsync().ConfigureAwait(false);
    }

    private async Task GuardAsync(Task work)
    {
        try
        {
            await work.ConfigureAwait(false);
        }
        catch (NpgsqlException exception)
        {
            throw PostGisErrors.Of(_connectionString, "changed", exception, "The old layer stays.");
        }
    }
}
