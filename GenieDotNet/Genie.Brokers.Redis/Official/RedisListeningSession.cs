using System.Buffers;
using Genie.Brokers.Links;
using Genie.Brokers.Telemetry;
using StackExchange.Redis;

namespace Genie.Brokers.Redis.Official;

/// <summary>A listener's session: one multiplexer that waits for messages, and one that answers, settles and gives signs of life.</summary>
internal sealed class RedisListeningSession : RedisSession, IListeningSession
{
    private static readonly TimeSpan UnblockInterval = TimeSpan.FromMilliseconds(20);

    private readonly IDatabase _database;
    private readonly RedisKey _stream;
    private readonly string _consumer;
    private readonly Task _before;
    private readonly ReceiveWindow _window;
    private readonly GroupReader _reader;
    private readonly DeadListeners _deadListeners;
    private readonly Settlements _settlements;
    private readonly StreamDispatcher _dispatcher;
    private readonly CancellationTokenSource _stopping = new();
    private Task _reading = Task.CompletedTask;
    private Task _watching = Task.CompletedTask;
    private bool _isCaughtUp;

    private RedisListeningSession(
        RedisEndpoint endpoint, ConnectionMultiplexer commands, ConnectionMultiplexer reads, string channel, string consumer, ListenOptions options, MessageHandler handler, Task before)
        : base(endpoint, commands, reads)
    {
        _database = commands.GetDatabase();
        _stream = endpoint.KeyOf(channel);
        _consumer = consumer;
        _before = before;
        _window = new ReceiveWindow(options.Prefetch);
        _reader = new GroupReader(reads.GetDatabase(), _stream, consumer);
        _deadListeners = new DeadListeners(_database, _stream, consumer, endpoint.Options.TakeOverAfter);
        _settlements = new Settlements(_database, _stream, error => End(Translate(error)));
        _dispatcher = new StreamDispatcher(endpoint.Limit, _database, _settlements, _window, options, handler, () => Cause is not null);
    }

    /// <inheritdoc/>
    public Task HandlersEnded => _dispatcher.HandlersEnded;

    /// <summary>Connects and listens.</summary>
    public static async ValueTask<RedisListeningSession> OpenAsync(
        RedisEndpoint endpoint, string channel, string consumer, ListenOptions options, MessageHandler handler, Task before, CancellationToken cancellationToken)
    {
        try
        {
            var commands = await endpoint.ConnectAsync("listener", endpoint.Options.ConnectTimeout, LinkUse.Commands, cancellationToken).ConfigureAwait(false);
            ConnectionMultiplexer reads;
            try
            {
                reads = await endpoint.ConnectAsync("reader", GroupReader.Timeout, LinkUse.Commands, cancellationToken).ConfigureAwait(false);
            }
            catch
            {
                await commands.DisposeAsync().ConfigureAwait(false);
                throw;
            }

            var session = new RedisListeningSession(endpoint, commands, reads, channel, consumer, options, handler, before);
            try
            {
                await session.StartAsync().ConfigureAwait(false);
                return session;
            }
            catch
            {
                await session.DisposeAsync().ConfigureAwait(false);
                throw;
            }
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            throw RedisErrors.Translate(endpoint, error);
        }
    }

    /// <summary>Takes no more messages; those at hand are handled, answered and settled.</summary>
    protected override async ValueTask DrainAsync()
    {
        if (Cause is not null) return;
        try
        {
            await _stopping.CancelAsync().ConfigureAwait(false);
            await _dispatcher.LeaveAsync(async cancellationToken =>
            {
                await EndReadingAsync(cancellationToken).ConfigureAwait(false);
                await _watching.WaitAsync(cancellationToken).ConfigureAwait(false);
            }).ConfigureAwait(false);
            await _dispatcher.DisposeAsync().ConfigureAwait(false);
            await _settlements.FlushAsync().ConfigureAwait(false);
            await LeaveAsync().ConfigureAwait(false);
        }
        catch (Exception error)
        {
            throw Translate(error);
        }
    }

    protected override async ValueTask StopAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        _dispatcher.CancelHandlers();
        await _dispatcher.DisposeAsync().ConfigureAwait(false);

        // A handler that runs on runs within the reading, where it runs inline.
        if (HandlersEnded.IsCompleted) await Task.WhenAll(_reading, _watching).ConfigureAwait(false);
        await _settlements.FlushAsync().ConfigureAwait(false);
    }

    private async Task StartAsync()
    {
        try
        {
            // From the first message on: those that came before the first listener are its, too.
            await _database.StreamCreateConsumerGroupAsync(_stream, RedisEndpoint.Group, GroupReader.Beginning, createStream: true).ConfigureAwait(false);
        }
        catch (RedisServerException error) when (error.Message.StartsWith("BUSYGROUP", StringComparison.Ordinal))
        {
            // Another listener was first.
        }

        await _reader.PrepareAsync().ConfigureAwait(false);
        _reading = Task.Run(() => RunAsync(ReadAsync), CancellationToken.None);
        _watching = Task.Run(() => RunAsync(WatchAsync), CancellationToken.None);
    }

    private async Task RunAsync(Func<Task> loop)
    {
        try
        {
            await loop().ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // The session is being closed.
        }
        catch (Exception error)
        {
            End(Translate(error));
        }
    }

    private async Task ReadAsync()
    {
        // Its handlers must not run beside this one's: the user was promised how many do.
        await _before.WaitAsync(_stopping.Token).ConfigureAwait(false);

        // What an earlier session of this listener was given and did not settle.
        RedisValue last = GroupReader.Beginning;
        while (await _reader.ReadPendingAsync(last, await _window.WaitAsync(_stopping.Token).ConfigureAwait(false)).ConfigureAwait(false) is { Length: > 0 } pending)
        {
            foreach (var entry in pending) await DispatchAsync(entry).ConfigureAwait(false);
            last = pending[^1].Id;
        }

        Volatile.Write(ref _isCaughtUp, true);
        while (!_stopping.IsCancellationRequested)
        {
            var room = await _window.WaitAsync(_stopping.Token).ConfigureAwait(false);
            foreach (var entry in await _reader.ReadNewAsync(room).ConfigureAwait(false)) await DispatchAsync(entry).ConfigureAwait(false);
        }
    }

    private async Task WatchAsync()
    {
        using var timer = new PeriodicTimer(_deadListeners.Interval);
        do
        {
            await _deadListeners.GiveSignAsync().ConfigureAwait(false);

            // What is taken over is this listener's then, and would be read once more with what it was given before.
            if (!Volatile.Read(ref _isCaughtUp) || _window.Free is not (> 0 and var room)) continue;
            foreach (var entry in await _deadListeners.TakeOverAsync(room).ConfigureAwait(false)) await DispatchAsync(entry).ConfigureAwait(false);
        }
        while (await timer.WaitForNextTickAsync(_stopping.Token).ConfigureAwait(false));
    }

    private ValueTask DispatchAsync(in StreamEntry entry)
    {
        switch (RedisDelivery.Read(entry, out var delivery, out var payload))
        {
            case RedisEntryKind.Message:
                _window.Take();
                return _dispatcher.TakeAsync(new ReadOnlySequence<byte>(payload), delivery);
            case RedisEntryKind.Foreign:
                return PassAsync(entry);
            default:
                if (!delivery.Id.IsNull) _settlements.Add(delivery.Id);
                return ValueTask.CompletedTask;
        }
    }

    // It stays in the stream, where whoever added it finds it; only the group is done with it, or every listener would meet it again.
    private async ValueTask PassAsync(StreamEntry entry)
    {
        BrokerEvents.Log.MessageUnreadable(
            RedisDrivers.Broker, $"the entry {entry.Id} of '{_stream}' has no field '{StreamFields.Payload}', as messages have, but '{string.Join("', '", entry.Values.Select(field => field.Name))}'. It stays in the stream.");
        await _database.StreamAcknowledgeAsync(_stream, RedisEndpoint.Group, entry.Id).ConfigureAwait(false);
    }

    private async Task EndReadingAsync(CancellationToken cancellationToken)
    {
        // More than once: it may have looked whether to go on just before, and wait again just after.
        while (!_reading.IsCompleted)
        {
            try
            {
                await _reader.UnblockAsync(_database).ConfigureAwait(false);
            }
            catch (RedisServerException)
            {
                // A user who may not do it: the wait ends by itself.
                await _reading.WaitAsync(cancellationToken).ConfigureAwait(false);
            }

            cancellationToken.ThrowIfCancellationRequested();
            await Task.WhenAny(_reading, Task.Delay(UnblockInterval, cancellationToken)).ConfigureAwait(false);
        }
    }

    /// <summary>Takes the listener's name off the group; with it would go what it has not acknowledged, so only where that is nothing.</summary>
    private async Task LeaveAsync()
    {
        var open = await _database.StreamPendingMessagesAsync(_stream, RedisEndpoint.Group, 1, _consumer).ConfigureAwait(false);
        if (open.Length == 0) await _database.StreamDeleteConsumerAsync(_stream, RedisEndpoint.Group, _consumer).ConfigureAwait(false);
    }
}
