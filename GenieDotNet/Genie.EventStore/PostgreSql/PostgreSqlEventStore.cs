using System.Runtime.CompilerServices;
using Genie.EventStore.Subscriptions;
using Genie.PostgreSql;
using Npgsql;

namespace Genie.EventStore.PostgreSql;

/// <summary>An event store in PostgreSQL, 12 or later. Several processes may append; the database gives versions and positions.</summary>
public sealed class PostgreSqlEventStore : IEventStore
{
    private const string Channel = "genie_events";
    private const string EventColumns = "e.version, e.position, e.recorded, e.run, e.sender, e.sequence, e.type, e.payload, e.correlation, e.causation FROM genie.event e";
    private const string Columns = $"SELECT s.name, {EventColumns} JOIN genie.stream s ON s.number = e.stream AND e.version > s.deleted";

    // With a join in place of the subqueries the planner does not see that the index has them in their order: each page would sort all that follows.
    private const string ReadStreamSql =
        $"SELECT $1, {EventColumns} WHERE e.stream = (SELECT number FROM genie.stream WHERE name = $1) AND e.version > (SELECT deleted FROM genie.stream WHERE name = $1) AND e.version >= $2 ORDER BY e.version LIMIT $3";

    private const string MarkDeletedSql =
        """
        WITH marked AS (
            UPDATE genie.stream SET version = version + 1, deleted = version + 1 WHERE name = $1 AND version <> deleted AND ($2 < 0 OR version = $2) RETURNING number),
        forgotten AS (DELETE FROM genie.stream_snapshot n USING marked m WHERE n.stream = m.number)
        SELECT number FROM marked
        """;

    private const string RemoveDeletedSql =
        """
        WITH removed AS (
            DELETE FROM genie.event WHERE position IN (
                SELECT e.position FROM genie.event e JOIN genie.stream s ON s.number = e.stream WHERE s.name = $1 AND e.version <= s.deleted ORDER BY e.version LIMIT $2)
            RETURNING 1)
        SELECT count(*) FROM removed
        """;

    // The event of the snapshot's version stays: whoever reads on from one that is gone finds a later one, and so learns of it.
    private const string RemoveSnapshottedSql =
        """
        WITH removed AS (
            DELETE FROM genie.event WHERE position IN (
                SELECT e.position FROM genie.event e JOIN genie.stream s ON s.number = e.stream JOIN genie.stream_snapshot n ON n.stream = s.number AND n.version > s.deleted
                WHERE s.name = $1 AND e.version < n.version AND e.position <= coalesce((SELECT min(c.position) FROM genie.event_checkpoint c), e.position) ORDER BY e.version LIMIT $2)
            RETURNING 1)
        SELECT count(*) FROM removed
        """;

    private const string ForgetKeysSql =
        """
        WITH forgotten AS (
            DELETE FROM genie.append_key WHERE ctid = ANY (ARRAY(SELECT k.ctid FROM genie.append_key k WHERE k.recorded < $1 LIMIT $2))
            RETURNING 1)
        SELECT count(*) FROM forgotten
        """;

    private const int RemovedAtOnce = 10_000;

    // Positions that one statement looks at where a filter may leave most of them out.
    private const int WindowPositions = 65_536;

    private readonly PostgreSqlStoreOptions _options;
    private readonly NpgsqlConnectionStringBuilder _settings;
    private readonly NpgsqlDataSource _database;
    private readonly AppendBatcher _batcher;

    private PostgreSqlEventStore(PostgreSqlStoreOptions options, NpgsqlConnectionStringBuilder settings)
    {
        (_options, _settings, _database) = (options, settings, NpgsqlDataSource.Create(settings));
        _batcher = new AppendBatcher(_database, options, Translate);
    }

    /// <summary>Opens the store and brings its schema up to date.</summary>
    /// <exception cref="ArgumentException">The connection string is none; the message repeats nothing of it.</exception>
    /// <exception cref="EventStoreUnavailableException">The database does not answer, or the user may not create the schema.</exception>
    public static async Task<PostgreSqlEventStore> OpenAsync(PostgreSqlStoreOptions options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Check();
        var seconds = Math.Max(1, (int)Math.Ceiling(options.Timeout.TotalSeconds));
        var settings = ConnectionStrings.Read(options.ConnectionString);
        (settings.Timeout, settings.CommandTimeout, settings.MaxAutoPrepare, settings.NoResetOnClose) = (seconds, seconds, 16, true);

        // Nothing that a session is told outlives its statement: connections that are told more are not of the pool (see ConnectAloneAsync).
        // The server ends by itself what nobody can cancel any more: a stopped client's statement, and a transaction that waits for one.
        if (string.IsNullOrEmpty(settings.Options)) settings.Options = $"-c statement_timeout={seconds}s -c idle_in_transaction_session_timeout={seconds}s";
        var store = new PostgreSqlEventStore(options, settings);
        try
        {
            await PostgreSqlMigrations.ApplyAsync(store._database, cancellationToken).ConfigureAwait(false);
            return store;
        }
        catch (Exception error)
        {
            await store.DisposeAsync().ConfigureAwait(false);
            if (error is NpgsqlException or TimeoutException) throw store.Translate(error);
            throw;
        }
    }

    /// <inheritdoc/>
    public ValueTask<AppendResult> AppendAsync(AppendRequest request, CancellationToken cancellationToken)
    {
        EventText.Check(request);
        long bytes = 0;
        foreach (var each in request.Events.Span) bytes += each.Payload.Length;

        return bytes > _options.AppendBytesMax
            ? ValueTask.FromException<AppendResult>(new EventTooLargeException(request.Stream, bytes, _options.AppendBytesMax))
            : _batcher.AppendAsync(request, cancellationToken);
    }

    /// <inheritdoc/>
    public ValueTask<AppendResult?> FindAsync(string stream, RequestKey key, CancellationToken cancellationToken) => AskAsync(
        "SELECT k.first_version, k.last_version, k.last_position FROM genie.append_key k JOIN genie.stream s ON s.number = k.stream WHERE s.name = $1 AND k.run = $2 AND k.sender = $3 AND k.sequence = $4",
        [stream, unchecked((long)key.Run), (long)key.Sender, unchecked((long)key.Sequence)],
        reader => reader is null ? (AppendResult?)null : new AppendResult(reader.GetInt64(0), reader.GetInt64(1), reader.GetInt64(2), IsRepeat: true),
        cancellationToken);

    /// <inheritdoc/>
    public ValueTask<long> GetVersionAsync(string stream, CancellationToken cancellationToken) =>
        AskAsync("SELECT CASE WHEN version = deleted THEN 0 ELSE version END FROM genie.stream WHERE name = $1", [stream], reader => reader?.GetInt64(0) ?? 0, cancellationToken);

    /// <inheritdoc/>
    public ValueTask<long> GetPositionAsync(CancellationToken cancellationToken) =>
        AskAsync("SELECT position FROM genie.event_position", [], reader => reader?.GetInt64(0) ?? 0, cancellationToken);

    /// <inheritdoc/>
    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(string stream, long fromVersion, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(fromVersion, 1);
        while (true)
        {
            var page = await PageAsync(ReadStreamSql, [stream, fromVersion, (long)_options.PageEvents], cancellationToken).ConfigureAwait(false);
            if (page.Count > 0 && page[0].Version > fromVersion && (fromVersion > 1 || await IsCompactedAsync(stream, page[0].Version, cancellationToken).ConfigureAwait(false)))
                throw new EventsCompactedException(stream, fromVersion, page[0].Version);
            foreach (var each in page) yield return each;
            if (page.Count < _options.PageEvents) yield break;
            fromVersion = page[^1].Version + 1;
        }
    }

    /// <inheritdoc/>
    public async IAsyncEnumerable<RecordedEvent> ReadAllAsync(long afterPosition, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        while (true)
        {
            var page = await PageAsync($"{Columns} WHERE e.position > $1 ORDER BY e.position LIMIT $2", [afterPosition, (long)_options.PageEvents], cancellationToken).ConfigureAwait(false);
            foreach (var each in page) yield return each;
            if (page.Count < _options.PageEvents) yield break;
            afterPosition = page[^1].Position;
        }
    }

    /// <inheritdoc/>
    public IAsyncEnumerable<RecordedEvent> ReadAllAsync(long afterPosition, EventFilter filter, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(filter);
        return ReadWindowsAsync(new ReadProgress(afterPosition), filter, cancellationToken);
    }

    /// <inheritdoc/>
    public async IAsyncEnumerable<RecordedEvent> SubscribeAsync(long afterPosition, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        // Listening comes first: what is appended during the first reading is announced already.
        await using var connection = await GuardAsync(ListenAsync, cancellationToken).ConfigureAwait(false);
        while (true)
        {
            await foreach (var each in ReadAllAsync(afterPosition, cancellationToken).ConfigureAwait(false))
            {
                afterPosition = each.Position;
                yield return each;
            }

            await WaitAsync(connection, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public async IAsyncEnumerable<RecordedEvent> SubscribeAsync(long afterPosition, EventFilter filter, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(filter);
        var progress = new ReadProgress(afterPosition);
        await using var connection = await GuardAsync(ListenAsync, cancellationToken).ConfigureAwait(false);
        while (true)
        {
            await foreach (var each in ReadWindowsAsync(progress, filter, cancellationToken).ConfigureAwait(false)) yield return each;
            await WaitAsync(connection, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public async ValueTask DeleteStreamAsync(string stream, long expectedVersion, CancellationToken cancellationToken)
    {
        EventText.CheckName(stream);
        ArgumentOutOfRangeException.ThrowIfLessThan(expectedVersion, AppendRequest.AnyVersion);
        while (!await AskAsync(MarkDeletedSql, [stream, expectedVersion], reader => reader is not null, cancellationToken).ConfigureAwait(false))
        {
            var version = await GetVersionAsync(stream, cancellationToken).ConfigureAwait(false);
            if (expectedVersion != AppendRequest.AnyVersion && expectedVersion != version) throw new VersionConflictException(stream, expectedVersion, version);
            if (version == 0) break;
        }

        // Nobody sees those any more. What an earlier call left behind goes with them.
        await RemoveAsync(RemoveDeletedSql, stream, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask<long> CompactStreamAsync(string stream, CancellationToken cancellationToken)
    {
        EventText.CheckName(stream);
        return RemoveAsync(RemoveSnapshottedSql, stream, cancellationToken);
    }

    /// <summary>
    /// Forgets request keys that are older than <see cref="PostgreSqlStoreOptions.RequestKeyMemory"/>, by the database's clock, of all streams, in pieces: call it now and then.
    /// Events keep their <see cref="RecordedEvent.Key"/>.
    /// </summary>
    /// <param name="cancellationToken">Gives it up; what was forgotten by then stays so.</param>
    /// <returns>How many keys were forgotten.</returns>
    /// <exception cref="EventStoreUnavailableException">The database does not answer.</exception>
    public async ValueTask<long> ForgetKeysAsync(CancellationToken cancellationToken)
    {
        var now = await AskAsync("SELECT clock_timestamp()", [], reader => reader!.GetFieldValue<DateTimeOffset>(0), cancellationToken).ConfigureAwait(false);
        return await RemoveAsync(ForgetKeysSql, RequestKey.ForgottenUntil(_options.RequestKeyMemory, now), cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask SaveSnapshotAsync(string stream, StreamSnapshot snapshot, CancellationToken cancellationToken)
    {
        EventText.CheckName(stream);
        ArgumentNullException.ThrowIfNull(snapshot);
        ArgumentOutOfRangeException.ThrowIfLessThan(snapshot.Version, 1);
        var (last, version) = await AskAsync(
            """
            WITH stream AS (SELECT number, version, deleted FROM genie.stream WHERE name = $1),
            saved AS (
                INSERT INTO genie.stream_snapshot (stream, version, state) SELECT number, $2, $3 FROM stream WHERE version >= $2 AND deleted < $2
                ON CONFLICT (stream) DO UPDATE SET version = excluded.version, state = excluded.state WHERE stream_snapshot.version <= excluded.version)
            SELECT version, CASE WHEN version = deleted THEN 0 ELSE version END FROM stream
            """,
            [stream, snapshot.Version, snapshot.State.ToArray()], reader => (reader?.GetInt64(0) ?? 0, reader?.GetInt64(1) ?? 0), cancellationToken).ConfigureAwait(false);
        if (last < snapshot.Version) throw new VersionConflictException(stream, snapshot.Version, version);
    }

    /// <inheritdoc/>
    public ValueTask<StreamSnapshot?> LoadSnapshotAsync(string stream, CancellationToken cancellationToken) => AskAsync(
        "SELECT n.version, n.state FROM genie.stream_snapshot n JOIN genie.stream s ON s.number = n.stream AND n.version > s.deleted WHERE s.name = $1", [stream],
        reader => reader is null ? null : new StreamSnapshot(reader.GetInt64(0), reader.GetFieldValue<byte[]>(1)), cancellationToken);

    /// <inheritdoc/>
    public async ValueTask SaveCheckpointAsync(string projection, long position, CancellationToken cancellationToken)
    {
        EventText.CheckName(projection);
        await AskAsync(
            "INSERT INTO genie.event_checkpoint VALUES ($1, $2) ON CONFLICT (projection) DO UPDATE SET position = excluded.position", [projection, position],
            _ => true, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask<long> LoadCheckpointAsync(string projection, CancellationToken cancellationToken) =>
        AskAsync("SELECT position FROM genie.event_checkpoint WHERE projection = $1", [projection], reader => reader?.GetInt64(0) ?? 0, cancellationToken);

    /// <inheritdoc/>
    public async ValueTask DeleteCheckpointAsync(string projection, CancellationToken cancellationToken) =>
        await AskAsync("DELETE FROM genie.event_checkpoint WHERE projection = $1", [projection], _ => true, cancellationToken).ConfigureAwait(false);

    /// <inheritdoc/>
    public async ValueTask<IGroupMembership> JoinGroupAsync(string group, CancellationToken cancellationToken)
    {
        GroupCheckpoints.CheckGroup(group);
        var connection = await GuardAsync(ConnectAloneAsync, cancellationToken).ConfigureAwait(false);
        try
        {
            return await PostgreSqlGroupMembership.JoinAsync(connection, group, _options.Timeout, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _batcher.DisposeAsync().ConfigureAwait(false);
        await _database.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>
    /// Reads what a filter wants, so many positions at a time: where little matches, one statement over all of them would last longer than
    /// statements may.
    /// </summary>
    private async IAsyncEnumerable<RecordedEvent> ReadWindowsAsync(ReadProgress progress, EventFilter filter, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var (condition, values) = FilterSql.Of(filter, firstParameter: 4);
        var sql = $"{Columns} WHERE e.position > $1 AND e.position <= $2{condition} ORDER BY e.position LIMIT $3";
        var end = await GetPositionAsync(cancellationToken).ConfigureAwait(false);
        while (progress.Position < end)
        {
            var upTo = Math.Min(end, progress.Position + WindowPositions);
            var page = await PageAsync(sql, [progress.Position, upTo, (long)_options.PageEvents, .. values], cancellationToken).ConfigureAwait(false);
            foreach (var each in page)
            {
                progress.Position = each.Position;
                yield return each;
            }

            if (page.Count < _options.PageEvents) progress.Position = upTo;
        }
    }

    /// <summary>True if the events before a stream's first one were compacted; false if they were deleted, and the stream begun anew.</summary>
    private ValueTask<bool> IsCompactedAsync(string stream, long firstVersion, CancellationToken cancellationToken) =>
        AskAsync("SELECT deleted + 1 < $2 FROM genie.stream WHERE name = $1", [stream, firstVersion], reader => reader?.GetBoolean(0) == true, cancellationToken);

    /// <summary>Removes events of a stream in pieces, so that no statement lasts.</summary>
    /// <returns>How many.</returns>
    private async ValueTask<long> RemoveAsync(string sql, object what, CancellationToken cancellationToken)
    {
        long removed = 0;
        while (true)
        {
            var piece = await AskAsync(sql, [what, (long)RemovedAtOnce], reader => reader!.GetInt64(0), cancellationToken).ConfigureAwait(false);
            removed += piece;
            if (piece < RemovedAtOnce) return removed;
        }
    }

    /// <summary>Waits for news. Should a notification be lost, by a proxy say, the store is looked at all the same now and then.</summary>
    private ValueTask<bool> WaitAsync(NpgsqlConnection connection, CancellationToken cancellationToken) =>
        GuardAsync(token => connection.WaitAsync(_options.PollInterval, token), cancellationToken);

    private static RecordedEvent ToEvent(NpgsqlDataReader reader) => new(
        reader.GetString(0), reader.GetInt64(1), reader.GetInt64(2), reader.GetFieldValue<DateTimeOffset>(3),
        reader.IsDBNull(4) ? null : new RequestKey(unchecked((ulong)reader.GetInt64(4)), (uint)reader.GetInt64(5), unchecked((ulong)reader.GetInt64(6))),
        reader.GetString(7), reader.GetFieldValue<byte[]>(8))
    { Metadata = reader.IsDBNull(9) && reader.IsDBNull(10) ? null : new EventMetadata(TextOrNull(reader, 9), TextOrNull(reader, 10)) };

    private static string? TextOrNull(NpgsqlDataReader reader, int column) => reader.IsDBNull(column) ? null : reader.GetString(column);

    /// <summary>A connection whose session ends when it is disposed of, with its locks and subscriptions.</summary>
    private async Task<NpgsqlConnection> ConnectAloneAsync(CancellationToken cancellationToken)
    {
        var connection = new NpgsqlConnection(new NpgsqlConnectionStringBuilder(_settings.ConnectionString) { Pooling = false, MaxAutoPrepare = 0 }.ConnectionString);
        try
        {
            await connection.OpenAsync(cancellationToken).ConfigureAwait(false);
            return connection;
        }
        catch
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    private async Task<NpgsqlConnection> ListenAsync(CancellationToken cancellationToken)
    {
        var connection = await ConnectAloneAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            await using var listen = new NpgsqlCommand($"LISTEN {Channel}", connection);
            await listen.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
            return connection;
        }
        catch
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    private ValueTask<List<RecordedEvent>> PageAsync(string sql, object[] parameters, CancellationToken cancellationToken) => GuardAsync(
        async token =>
        {
            await using var command = Command(sql, parameters);
            await using var reader = await command.ExecuteReaderAsync(token).ConfigureAwait(false);
            var page = new List<RecordedEvent>();
            while (await reader.ReadAsync(token).ConfigureAwait(false)) page.Add(ToEvent(reader));
            return page;
        },
        cancellationToken);

    /// <summary>Asks for one row; null stands for none.</summary>
    private ValueTask<T> AskAsync<T>(string sql, object[] parameters, Func<NpgsqlDataReader?, T> read, CancellationToken cancellationToken) => GuardAsync(
        async token =>
        {
            await using var command = Command(sql, parameters);
            await using var reader = await command.ExecuteReaderAsync(token).ConfigureAwait(false);
            return read(await reader.ReadAsync(token).ConfigureAwait(false) ? reader : null);
        },
        cancellationToken);

    private NpgsqlCommand Command(string sql, object[] parameters)
    {
        var command = _database.CreateCommand(sql);
        foreach (var parameter in parameters) command.Parameters.Add(new NpgsqlParameter { Value = parameter });
        return command;
    }

    private async ValueTask<T> GuardAsync<T>(Func<CancellationToken, Task<T>> work, CancellationToken cancellationToken)
    {
        try
        {
            return await work(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is NpgsqlException or TimeoutException)
        {
            throw Translate(error);
        }
    }

    private EventStoreUnavailableException Translate(Exception error)
    {
        var isTransient = error is TimeoutException or NpgsqlException { IsTransient: true };
        return new EventStoreUnavailableException($"{_settings.Database} at {_settings.Host}:{_settings.Port}", error.Message, isTransient, error);
    }
}
