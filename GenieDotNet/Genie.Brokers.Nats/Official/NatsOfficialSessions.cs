using Genie.Brokers.Telemetry;
using NATS.Client.Core;

namespace Genie.Brokers.Nats.Official;

/// <summary>
/// The session in use. Where its server says that it is about to close ("lame duck"), which the library only tells of, another with a further
/// server takes its place before it does.
/// </summary>
internal sealed class NatsOfficialSessions : IAsyncDisposable
{
    // As with the wire client: what servers sent on before they knew of the new subscription is on its way to the old one's server.
    private static readonly TimeSpan OverlapTime = TimeSpan.FromMilliseconds(250);

    private readonly NatsOptions _options;
    private readonly Func<IReadOnlyList<string>, NatsOfficialSession> _create;
    private readonly Func<NatsOfficialSession, CancellationToken, Task> _open;
    private readonly Func<NatsOfficialSession, CancellationToken, Task> _drain;
    private readonly CancellationTokenSource _stopping = new();
    private readonly Lock _lock = new();
    private Task _moving = Task.CompletedTask;
    private Task _retiring = Task.CompletedTask;
    private NatsOfficialSession _current;
    private NatsOfficialSession? _replaced;

    /// <param name="options">How to reach the servers.</param>
    /// <param name="create">Makes a session, which knows further servers.</param>
    /// <param name="open">Opens it.</param>
    /// <param name="drain">Waits until nothing more comes over one whose place was taken; the token ends the wait.</param>
    public NatsOfficialSessions(
        NatsOptions options,
        Func<IReadOnlyList<string>, NatsOfficialSession> create,
        Func<NatsOfficialSession, CancellationToken, Task> open,
        Func<NatsOfficialSession, CancellationToken, Task> drain)
    {
        (_options, _create, _open, _drain) = (options, create, open, drain);
        _current = create([]);
    }

    /// <summary>The one to use; not open before <see cref="OpenAsync"/>.</summary>
    public NatsOfficialSession Current => Volatile.Read(ref _current);

    /// <summary>The one whose place the current one took last, or null; it may be closed.</summary>
    public NatsOfficialSession? Replaced => Volatile.Read(ref _replaced);

    /// <summary>Opens the first session.</summary>
    public Task OpenAsync(CancellationToken cancellationToken) => _open(Current, cancellationToken);

    /// <summary>The session's server is about to close.</summary>
    public void Leave(NatsOfficialSession session)
    {
        lock (_lock)
        {
            if (session == Current && _moving.IsCompleted && !_stopping.IsCancellationRequested) _moving = Task.Run(() => MoveAsync(session));
        }
    }

    /// <summary>Opens no further session; completes when only the current one is left.</summary>
    public async Task StopAsync()
    {
        lock (_lock) _stopping.Cancel();
        await _moving.ConfigureAwait(false);
        await _retiring.ConfigureAwait(false);
    }

    /// <summary>Closes all, once the servers have what was sent.</summary>
    public async ValueTask DisposeAsync()
    {
        await StopAsync().ConfigureAwait(false);
        await Current.Link.CloseAsync().ConfigureAwait(false);
        await Current.Reading.ConfigureAwait(false);
    }

    private async Task MoveAsync(NatsOfficialSession session)
    {
        if (await OpenNextAsync(session).ConfigureAwait(false) is not { } next) return;
        Volatile.Write(ref _replaced, session);
        Volatile.Write(ref _current, next);
        BrokerEvents.Log.LinkMoved(NatsDrivers.Broker);
        _retiring = Task.WhenAll(_retiring, RetireAsync(session));
    }

    private async Task RetireAsync(NatsOfficialSession session)
    {
        await WaitAsync(Task.WhenAny(session.Lost, Task.Delay(OverlapTime, _stopping.Token))).ConfigureAwait(false);
        await WaitAsync(Task.WhenAny(session.Lost, _drain(session, _stopping.Token))).ConfigureAwait(false);

        // A lost one would connect again by itself.
        if (session.Lost.IsCompleted) await session.Link.DisposeAsync().ConfigureAwait(false);
        else await session.Link.CloseAsync().ConfigureAwait(false);
        await session.Reading.ConfigureAwait(false);
    }

    // A server that is about to close takes no new links: the next one is another's, or none until this one is lost.
    private async Task<NatsOfficialSession?> OpenNextAsync(NatsOfficialSession session)
    {
        while (!session.Lost.IsCompleted && !_stopping.IsCancellationRequested)
        {
            var next = _create(session.Learned);
            try
            {
                await _open(next, _stopping.Token).ConfigureAwait(false);
                return next;
            }
            catch (Exception error) when (error is BrokerException or NatsException or OperationCanceledException or ObjectDisposedException)
            {
                await next.Link.DisposeAsync().ConfigureAwait(false);
            }

            await WaitAsync(Task.WhenAny(session.Lost, Task.Delay(_options.ReconnectInitialDelay, _stopping.Token))).ConfigureAwait(false);
        }

        return null;
    }

    private static async Task WaitAsync(Task task) => await task.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
}
