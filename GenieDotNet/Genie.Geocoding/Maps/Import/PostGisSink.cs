using Genie.Geocoding.PostGis;
using Npgsql;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Sends areas to the database as they come, within the one transaction that replaces the layer.</summary>
internal sealed class PostGisSink : MapSink
{
    private readonly NpgsqlDataSource _database;
    private readonly PostGisMapWriter _writer;

    private PostGisSink(NpgsqlDataSource database, PostGisMapWriter writer) => (_database, _writer) = (database, writer);

    /// <summary>Connects, brings the schema up to date and begins the transaction.</summary>
    /// <exception cref="GeocoderUnavailableException">The database could not be reached.</exception>
    public static async Task<PostGisSink> BeginAsync(string connectionString, string layer, CancellationToken cancellationToken)
    {
        var database = NpgsqlDataSource.Create(connectionString);
        try
        {
            await PostGisMigrations.ApplyAsync(database, cancellationToken).ConfigureAwait(false);
            return new PostGisSink(database, await PostGisMapWriter.BeginAsync(database, layer, cancellationToken).ConfigureAwait(false));
        }
        catch (NpgsqlException exception)
        {
            await database.DisposeAsync().ConfigureAwait(false);
            var settings = new NpgsqlConnectionStringBuilder(connectionString);
            throw new GeocoderUnavailableException(
                $"The map's database {settings.Database} at {settings.Host}:{settings.Port} cannot be used: {exception.Message} It needs PostGIS and a user who may create schemas and roles.", exception.IsTransient, exception);
        }
    }

    /// <inheritdoc/>
    public override ValueTask AddAsync(MapArea area, CancellationToken cancellationToken) => new(_writer.WriteAsync(area, cancellationToken));

    /// <inheritdoc/>
    public override Task PrepareAsync(CancellationToken cancellationToken) => _writer.PrepareAsync(cancellationToken);

    /// <inheritdoc/>
    public override Task CommitAsync(CancellationToken cancellationToken) => _writer.CommitAsync(cancellationToken);

    /// <inheritdoc/>
    public override async ValueTask DisposeAsync()
    {
        await _writer.DisposeAsync().ConfigureAwait(false);
        await _database.DisposeAsync().ConfigureAwait(false);
    }
}
