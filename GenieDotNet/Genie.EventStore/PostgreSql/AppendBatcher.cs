using Genie.EventStore.Telemetry;
using Npgsql;

namespace Genie.EventStore.PostgreSql;

/// <summary>
/// Sends appends in batches, one statement and one round trip each: while one is under way the next gathers. An append that finds none under
/// way is sent by its own caller, which saves two changes of threads.
/// </summary>
internal sealed class AppendBatcher : IAsyncDisposable
{
    private readonly NpgsqlDataSource _database;
    private readonly PostgreSqlStoreOptions _options;
    private readonly Func<Exception, EventStoreException> _translate;
    private readonly Lock _lock = new();
    private readonly Queue<QueuedAppend> _waiting = [];

    // One at a time is sent.
    private readonly AppendBatch _batch = new();
    private readonly SemaphoreSlim _room;
    private readonly TaskCompletionSource _sentAll = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool _isSending;
    private bool _isClosed;

    public AppendBatcher(NpgsqlDataSource database, PostgreSqlStoreOptions options, Func<Exception, EventStoreException> translate)
    {
        (_database, _options, _translate) = (database, options, translate);
        _room = new SemaphoreSlim(options.PendingAppendsMax);
        EventStoreTelemetry.QueuedAppends.Add(this, () => _waiting.Count);
    }

    public async ValueTask<AppendResult> AppendAsync(AppendRequest request, CancellationToken cancellationToken)
    {
        await _room.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var append = new QueuedAppend(request);
            if (Enqueue(append)) await SendNextAsync().ConfigureAwait(false);
            return await append.Task.ConfigureAwait(false);
        }
        finally
        {
            _room.Release();
        }
    }

    public async ValueTask DisposeAsync()
    {
        EventStoreTelemetry.QueuedAppends.Remove(this);
        lock (_lock)
        {
            _isClosed = true;
            if (!_isSending) _sentAll.TrySetResult();
        }

        await _sentAll.Task.ConfigureAwait(false);
    }

    /// <returns>True if the caller is to send.</returns>
    private bool Enqueue(QueuedAppend append)
    {
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_isClosed, typeof(PostgreSqlEventStore));
            _waiting.Enqueue(append);
            return !_isSending && (_isSending = true);
        }
    }

    /// <summary>Sends a batch of what waits. What came meanwhile is sent beside the caller, who has waited long enough.</summary>
    private async Task SendNextAsync()
    {
        Fill();
        await SendAsync(_batch).ConfigureAwait(false);
        lock (_lock)
        {
            if (_waiting.Count > 0)
            {
                _ = Task.Run(SendNextAsync);
                return;
            }

            _isSending = false;
            if (_isClosed) _sentAll.TrySetResult();
        }
    }

    private void Fill()
    {
        _batch.Clear();
        lock (_lock)
        {
            while (_batch.Count < _options.BatchAppends && _batch.Bytes < _options.AppendBytesMax && _waiting.TryDequeue(out var append)) _batch.TryAdd(append);
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
