using Genie.PostgreSql;
using Npgsql;

namespace Genie.Geocoding.PostGis;

/// <summary>
/// A reverse geocoder that asks PostGIS. While a connection is free a look-up goes out at once, alone; when all are busy, those
/// that wait go out together as soon as one is free, so that batches form under load and cost nothing when idle.
/// </summary>
/// <remarks>A point on a border intersects both neighbours; the smaller code answers. (The embedded geocoder has a finer rule.)</remarks>
public sealed class PostGisGeocoder : IReverseGeocoder, IAsyncDisposable
{
    /// <summary>The statement of one look-up, for those who want to measure or explain it: $1 is the longitude, $2 the latitude.</summary>
    public const string LookUpSql = "SELECT area FROM genie.piece WHERE ST_Intersects(shape, ST_SetSRID(ST_MakePoint($1, $2), 4326))";

    private readonly PostGisOptions _options;
    private readonly NpgsqlDataSource _database;
    private readonly Lock _lock = new();
    private readonly Stack<LookupSession> _free = new();
    private readonly Queue<PendingLookup> _waiting = new();
    private long _roundTrips;

    private PostGisGeocoder(PostGisOptions options, NpgsqlDataSource database)
    {
        (_options, _database) = (options, database);
        var catalog = new AreaCatalog();
        for (var i = 0; i < options.Connections; i++) _free.Push(new LookupSession(database, catalog));
    }

    /// <inheritdoc/>
    public string Name => "postgis";

    /// <summary>Statements sent so far; fewer than look-ups when they went out together.</summary>
    public long RoundTrips => Interlocked.Read(ref _roundTrips);

    /// <summary>Opens it; the database is first asked on the first look-up.</summary>
    /// <exception cref="ArgumentException">The connection string is none; the message repeats nothing of it.</exception>
    public static PostGisGeocoder Open(PostGisOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentOutOfRangeException.ThrowIfLessThan(options.Connections, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(options.BatchPoints, 1);
        var seconds = Math.Max(1, (int)Math.Ceiling(options.Timeout.TotalSeconds));
        var settings = ConnectionStrings.Read(options.ConnectionString);
        (settings.MaxPoolSize, settings.Timeout, settings.CommandTimeout) = (options.Connections, seconds, seconds);

        // PostgreSQL thinks a batch costly enough to be compiled, which takes longer than its execution.
        settings.Options = $"{settings.Options} -c jit=off{(options.Role is { } role ? $" -c role={role}" : "")}".Trim();
        return new PostGisGeocoder(options, NpgsqlDataSource.Create(settings));
    }

    /// <inheritdoc/>
    /// <exception cref="GeocoderUnavailableException">The database could not be asked.</exception>
    public ValueTask<PlaceAnswer> LookUpAsync(GeoPoint point, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested) return ValueTask.FromCanceled<PlaceAnswer>(cancellationToken);
        if (!Coordinates.TryNormalise(point, out var latitude, out var longitude)) return new ValueTask<PlaceAnswer>(new PlaceAnswer(LookupStatus.InvalidCoordinate));
        point = new GeoPoint(latitude, longitude);
        LookupSession? session;
        PendingLookup? pending = null;
        lock (_lock)
        {
            if (!_free.TryPop(out session)) _waiting.Enqueue(pending = new PendingLookup(point));
        }

        return session is not null ? LookUpAloneAsync(session, point, cancellationToken) : WaitAsync(pending!, cancellationToken);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        LookupSession[] sessions;
        lock (_lock)
        {
            sessions = [.. _free];
            _free.Clear();
            while (_waiting.TryDequeue(out var pending)) pending.TrySetException(new ObjectDisposedException(nameof(PostGisGeocoder)));
        }

        foreach (var session in sessions) await session.DisposeAsync().ConfigureAwait(false);
        await _database.DisposeAsync().ConfigureAwait(false);
    }

    private async ValueTask<PlaceAnswer> LookUpAloneAsync(LookupSession session, GeoPoint point, CancellationToken cancellationToken)
    {
        try
        {
            return await RetryAsync(session, s => s.LookUpAsync(point, cancellationToken), cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            Release(session);
        }
    }

    private static async ValueTask<PlaceAnswer> WaitAsync(PendingLookup pending, CancellationToken cancellationToken)
    {
        await using var registration = cancellationToken.UnsafeRegister(static (state, token) => ((PendingLookup)state!).TrySetCanceled(token), pending).ConfigureAwait(false);
        return await pending.Task.ConfigureAwait(false);
    }

    private void Release(LookupSession session)
    {
        List<PendingLookup> batch;
        lock (_lock)
        {
            // A share of those that wait, so that the connections that come free next have work too.
            var count = Math.Min(_options.BatchPoints, (_waiting.Count + _options.Connections - 1) / _options.Connections);
            batch = new List<PendingLookup>(count);
            while (batch.Count < count && _waiting.TryDequeue(out var pending))
            {
                if (!pending.Task.IsCompleted) batch.Add(pending);
            }

            if (batch.Count == 0)
            {
                _free.Push(session);
                return;
            }
        }

        _ = LookUpTogetherAsync(session, batch);
    }

    private async Task LookUpTogetherAsync(LookupSession session, List<PendingLookup> batch)
    {
        try
        {
            // Nobody's cancellation may end what others wait for; the statement has its timeout.
            var answers = await RetryAsync(session, s => s.LookUpAsync([.. batch.Select(pending => pending.Point)], CancellationToken.None), CancellationToken.None).ConfigureAwait(false);
            for (var i = 0; i < answers.Length; i++) batch[i].TrySetResult(answers[i]);
        }
        catch (Exception exception)
        {
            foreach (var pending in batch) pending.TrySetException(exception);
        }
        finally
        {
            Release(session);
        }
    }

    private async Task<T> RetryAsync<T>(LookupSession session, Func<LookupSession, Task<T>> ask, CancellationToken cancellationToken)
    {
        for (var attempt = 0; ; attempt++)
        {
            try
            {
                Interlocked.Increment(ref _roundTrips);
                return await ask(session).ConfigureAwait(false);
            }
            catch (Exception exception) when (exception is NpgsqlException or TimeoutException)
            {
                await session.ResetAsync().ConfigureAwait(false);
                var isTransient = exception is TimeoutException or NpgsqlException { IsTransient: true };
                if (!isTransient || attempt == _options.Retries) throw Unavailable(exception, isTransient);
                await Task.Delay(_options.RetryPause * (1 << attempt), cancellationToken).ConfigureAwait(false);
            }
        }
    }

    private GeocoderUnavailableException Unavailable(Exception exception, bool isTransient)
    {
        var settings = new NpgsqlConnectionStringBuilder(_options.ConnectionString);
        var advice = isTransient ? "Start it, or name another one." : "Import a map first, and see that the user may take on the role.";
        return new GeocoderUnavailableException($"The geocoder's database {settings.Database} at {settings.Host}:{settings.Port} did not answer: {exception.Message} {advice}", isTransient, exception);
    }
}
