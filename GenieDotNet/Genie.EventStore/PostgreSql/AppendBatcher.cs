using System.Threading.Channels;
using Genie.EventStore.Telemetry;
using Npgsql;

namespace Genie.EventStore.PostgreSql;

/// <summary>Sends appends in batches, one statement and one round trip each: while one is under way the next gathers.</summary>
internal sealed class AppendBatcher : IAsyncDisposable
{
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
        EventStoreTelemetry.QueuedAppends.Add(this, () => _queue.Reader.Count);
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
        EventStoreTelemetry.QueuedAppends.Remove(this);
        _queue.Writer.TryComplete();
        await _loop.ConfigureAwait(false);
    }

    private async Task LoopAsync()
    {
        var batch = new AppendBatch();
        while (await _queue.Reader.WaitToReadAsync().ConfigureAwait(false))
        {
            batch.Clear();
            while (batch.Count < _options.BatchAppends && batch.Bytes < _options.AppendBytesMax && _queue.Reader.TryRead(out var append)) batch.TryAdd(append);
            await SendAsync(batch).ConfigureAwait(false);
        }
    }

    /// <summary>Whatever happens, all appends of the batch complete, and nothing is thrown.</summary>
    private async Task SendAsync(AppendBatch batch)
    {
        if (batch.Count == 0) return;
        try
        {
            await using var connection = await _database.OpenConnectionAsync().ConfigureAwait(false);
            await using var command = batch.Command(connection);
            await using var reader = await command.ExecuteReaderAsync().ConfigureAwait(false);
            await reader.ReadAsync().ConfigureAwait(false);
            batch.Complete(reader);
        }
        catch (PostgresException error) when (batch.Count > 1 && IsOfItsContent(error))
        {
            // One of them is at fault, the server took back all: those that are not go through alone.
            foreach (var single in batch.Split()) await SendAsync(single).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            batch.Fail(_translate(error));
        }
    }

    /// <summary>SQLSTATE classes 22, 23 and 54: data, constraints and limits, which another append need not meet.</summary>
    private static bool IsOfItsContent(PostgresException error) => error.SqlState is ['2', '2' or '3', ..] or ['5', '4', ..];
}
