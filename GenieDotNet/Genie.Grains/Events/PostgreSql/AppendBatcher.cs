using System.Threading.Channels;
using Genie.Grains.Telemetry;
using Npgsql;
using NpgsqlTypes;

namespace Genie.Grains.Events.PostgreSql;

/// <summary>Sends appends in batches, one transaction and one round trip each: while one is under way the next gathers.</summary>
internal sealed class AppendBatcher : IAsyncDisposable
{
    private const int Appended = 0;
    private const int Known = 1;
    private const string Sql = "SELECT outcome, first_version, last_version, last_position FROM genie.append_events($1, $2, $3, $4, $5, $6, $7)";

    private readonly NpgsqlDataSource _database;
    private readonly PostgreSqlStoreOptions _options;
    private readonly Func<Exception, EventStoreException> _translate;
    private readonly Channel<QueuedAppend> _queue;
    private readonly Task _loop;

    public AppendBatcher(NpgsqlDataSource database, PostgreSqlStoreOptions options, Func<Exception, EventStoreException> translate)
    {
        (_database, _options, _translate) = (database, options, translate);
        _queue = Channel.CreateBounded<QueuedAppend>(new BoundedChannelOptions(options.PendingAppendsMax) { SingleReader = true });
        _loop = Task.Run(LoopAsync);
        GrainTelemetry.QueuedAppends.Add(this, () => _queue.Reader.Count);
    }

    public async ValueTask<AppendResult> AppendAsync(AppendRequest request, CancellationToken cancellationToken)
    {
        var append = new QueuedAppend(request);
        try
        {
            await _queue.Writer.WriteAsync(append, cancellationToken).ConfigureAwait(false);
        }
        catch (ChannelClosedException)
        {
            throw new ObjectDisposedException(nameof(PostgreSqlEventStore));
        }

        return await append.Task.ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        GrainTelemetry.QueuedAppends.Remove(this);
        _queue.Writer.TryComplete();
        await _loop.ConfigureAwait(false);
    }

    private async Task LoopAsync()
    {
        var taken = new List<QueuedAppend>();
        while (await _queue.Reader.WaitToReadAsync().ConfigureAwait(false))
        {
            while (taken.Count < _options.BatchAppends && _queue.Reader.TryRead(out var append)) taken.Add(append);
            await SendAsync(taken).ConfigureAwait(false);
            taken.Clear();
        }
    }

    private async Task SendAsync(List<QueuedAppend> appends)
    {
        var outcomes = new List<(int Outcome, AppendResult Result)>(appends.Count);
        try
        {
            await using var connection = await _database.OpenConnectionAsync().ConfigureAwait(false);
            await using var batch = new NpgsqlBatch(connection);

            // Without BEGIN, what stands between two Syncs is one transaction (PostgreSQL manual, section 55.2.3).
            foreach (var append in appends) batch.BatchCommands.Add(Command(append.Request));
            await using (var reader = await batch.ExecuteReaderAsync().ConfigureAwait(false))
            {
                do
                {
                    await reader.ReadAsync().ConfigureAwait(false);
                    var outcome = reader.GetInt32(0);
                    outcomes.Add((outcome, new AppendResult(
                        reader.IsDBNull(1) ? 0 : reader.GetInt64(1), reader.GetInt64(2), reader.IsDBNull(3) ? 0 : reader.GetInt64(3), outcome == Known)));
                }
                while (await reader.NextResultAsync().ConfigureAwait(false));
            }
        }
        catch (Exception error) when (error is NpgsqlException or TimeoutException)
        {
            foreach (var append in appends) append.TrySetException(_translate(error));
            return;
        }

        for (var i = 0; i < appends.Count; i++) Complete(appends[i], outcomes[i].Outcome, outcomes[i].Result);
    }

    private static void Complete(QueuedAppend append, int outcome, in AppendResult result)
    {
        if (outcome == Appended) GrainTelemetry.CountAppended(append.Request.Events.Length);
        if (outcome is Appended or Known) append.TrySetResult(result);
        else append.TrySetException(new VersionConflictException(append.Request.Stream, append.Request.ExpectedVersion, result.LastVersion));
    }

    private static NpgsqlBatchCommand Command(in AppendRequest request)
    {
        var types = new string[request.Events.Length];
        var payloads = new byte[request.Events.Length][];
        for (var i = 0; i < types.Length; i++)
        {
            types[i] = request.Events.Span[i].Type;
            payloads[i] = request.Events.Span[i].Payload.ToArray();
        }

        return new NpgsqlBatchCommand(Sql)
        {
            Parameters =
            {
                new() { Value = request.Stream },
                new() { Value = request.ExpectedVersion },
                Number(request.Key is { } run ? unchecked((long)run.Run) : null),
                Number(request.Key?.Sender),
                Number(request.Key is { } sequence ? unchecked((long)sequence.Sequence) : null),
                new() { Value = types },
                new() { Value = payloads, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Bytea },
            },
        };
    }

    private static NpgsqlParameter Number(long? value) => new() { Value = value is { } number ? number : DBNull.Value, NpgsqlDbType = NpgsqlDbType.Bigint };
}
