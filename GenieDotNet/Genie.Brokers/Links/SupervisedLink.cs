using System.Diagnostics.CodeAnalysis;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Telemetry;
using Genie.Observing;

namespace Genie.Brokers.Links;

/// <summary>
/// Keeps a session alive: when one ends, the next is opened with growing waits between the attempts, until one succeeds or
/// the link is disposed. A server that refuses (wrong password, untrusted certificate) is asked again slowly, and reported:
/// <see cref="BrokerEvents"/>.
/// </summary>
/// <remarks>
/// What was pending when a session ended fails at once: whether it arrived is unknown, and only the caller knows if it may
/// be sent twice. A call that comes while there is no session waits for the next one, within the time the caller gives, and
/// ends with <see cref="LinkLostException"/> if that passes: nothing was sent then. Opening the next session never waits for
/// the end of the lost one, whose handlers may run on for long.
/// </remarks>
/// <typeparam name="TSession">The protocol's session.</typeparam>
public sealed class SupervisedLink<TSession> : IAsyncDisposable
    where TSession : class, ILinkSession
{
    private static readonly TimeSpan WrittenTimeout = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LeaveTime = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan OverlapTime = TimeSpan.FromMilliseconds(250);

    private readonly LinkOptions _options;
    private readonly Func<CancellationToken, ValueTask<TSession>> _open;
    private readonly Action<Exception> _lost;
    private readonly CancellationTokenSource _stopping = new();
    private readonly LinkReporter _reporter;

    // Cancelled when no further session is wanted; that which is there, or is being opened, stays.
    private readonly CancellationTokenSource _retiring = new();
    private readonly Lazy<Task> _disposal;
    private readonly SessionQueue<TSession> _sessions = new();
    private Task _supervision = Task.CompletedTask;
    private Task _reopening = Task.CompletedTask;
    private Task _leaving = Task.CompletedTask;
    private Task _replacing = Task.CompletedTask;
    private int _attempts;
    private long _losses;

    /// <summary>Creates a link that is not open yet.</summary>
    /// <param name="options">The server, time-outs, waits between attempts.</param>
    /// <param name="open">Connects, exchanges the greeting, renews subscriptions; throws typed errors.</param>
    /// <param name="lost">Called when a session has ended, before the next is opened: fail what is pending.</param>
    public SupervisedLink(LinkOptions options, Func<CancellationToken, ValueTask<TSession>> open, Action<Exception> lost)
    {
        _options = options;
        _reporter = new LinkReporter(options.Broker);
        _open = open;
        _lost = lost;
        _disposal = new Lazy<Task>(DisposeCoreAsync);
    }

    /// <summary>As <see cref="LinkOptions.Changed"/>, for whoever owns this one link; set before it is opened.</summary>
    public Action<LinkChange>? Changed { get; set; }

    /// <summary>Called with a session whose server is about to close, when another has taken its place: completes when nothing is awaited from it
    /// any more. It is closed then. Set before the link is opened.</summary>
    public Func<TSession, CancellationToken, Task>? Replaced { get; set; }

    /// <summary>Sessions that ended without being asked to.</summary>
    public long Losses => Volatile.Read(ref _losses);

    /// <summary>Calls that wait for a session.</summary>
    internal int Waiting => _sessions.Waiting;

    /// <summary>Opens the first session, once; its failure is the caller's and not retried.</summary>
    public async ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        _sessions.Open(await OpenAsync(cancellationToken).ConfigureAwait(false));
        _supervision = Task.Run(() => SuperviseAsync(isOpen: true), CancellationToken.None);
    }

    /// <summary>As <see cref="ConnectAsync"/>, but a peer that is not there, or not ready, is sought in the background: for systems
    /// without a server, whose clients may come first.</summary>
    public async ValueTask ConnectOrSeekAsync(CancellationToken cancellationToken)
    {
        try
        {
            await ConnectAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (BrokerException error) when (error.IsTransient)
        {
            Tell(LinkState.Reconnecting, error);
            _supervision = Task.Run(() => SuperviseAsync(isOpen: false), CancellationToken.None);
        }
    }

    /// <summary>The session, if there is one and no call waits for it that came before.</summary>
    public bool TryGet([NotNullWhen(true)] out TSession? session) => _sessions.TryGet(out session);

    /// <summary>The session, or the next one if it comes within <paramref name="timeout"/>: in the order of the calls, each after what the one before
    /// sends without awaiting anything else.</summary>
    /// <exception cref="LinkLostException">None came in time.</exception>
    /// <exception cref="ObjectDisposedException">The link was disposed.</exception>
    /// <exception cref="BrokerException">The server refuses: the error that only another setting, there or here, will change.</exception>
    public ValueTask<TSession> GetAsync(TimeSpan timeout, CancellationToken cancellationToken) =>
        TryGet(out var session) ? new ValueTask<TSession>(session) : WaitAsync(timeout, cancellationToken);

    /// <summary>
    /// Opens no further session, and completes when none is being opened any more: a listener that ends must not subscribe
    /// again. The session that is there stays until <see cref="DisposeAsync"/>.
    /// </summary>
    public async ValueTask RetireAsync(CancellationToken cancellationToken)
    {
        await _retiring.CancelAsync().ConfigureAwait(false);
        await Volatile.Read(ref _reopening).WaitAsync(cancellationToken).ConfigureAwait(false);
        await Volatile.Read(ref _replacing).WaitAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Sends what is buffered, closes the session and stops reconnecting.</summary>
    public ValueTask DisposeAsync() => new(_disposal.Value);

    private async Task DisposeCoreAsync()
    {
        await _retiring.CancelAsync().ConfigureAwait(false);
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _supervision.ConfigureAwait(false);
        _retiring.Dispose();
        _stopping.Dispose();
        try
        {
            await _leaving.WaitAsync(_options.CloseTimeout == Timeout.InfiniteTimeSpan ? _options.CloseTimeout : _options.CloseTimeout + LeaveTime, _options.Clock).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            // A session whose handlers do not end; whoever owns them has reported it.
            Abandonment.Observe(_leaving);
        }
    }

    private async ValueTask<TSession> WaitAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        try
        {
            return await _sessions.WaitAsync(timeout, _options.Clock, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            throw new LinkLostException(_options.Broker, $"not restored within {timeout.TotalSeconds:0.###} s; nothing was sent");
        }
    }

    private async ValueTask<TSession> OpenAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await OpenAtAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (BrokerException)
        {
            _options.Servers?.MoveOn();
            throw;
        }
    }

    private async ValueTask<TSession> OpenAtAsync(CancellationToken cancellationToken)
    {
        using var timeout = new CancellationTokenSource(_options.ConnectTimeout, _options.Clock);
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, timeout.Token);
        try
        {
            // Blocking calls are no matter for the pool's few threads.
            var opening = _options.OwnReadThread
                ? Task.Factory.StartNew(() => _open(limited.Token).AsTask(), limited.Token, TaskCreationOptions.LongRunning, TaskScheduler.Default).Unwrap()
                : _open(limited.Token).AsTask();
            return await Abandonment.WaitForOpenAsync(opening, KeepUntilGone, limited.Token).ConfigureAwait(false);
        }
        catch (Exception error) when (limited.IsCancellationRequested && error is not BrokerException { IsTransient: false })
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw new BrokerUnreachableException(_options.Broker, _options.Host, _options.Port, error);
        }
        catch (Exception error) when (error is not (BrokerException or OperationCanceledException))
        {
            throw new LinkLostException(_options.Broker, $"while it was set up: {error.Message.TrimEnd('.')}", error);
        }
    }

    private async Task SuperviseAsync(bool isOpen)
    {
        try
        {
            if (!isOpen) await ReopenAsync().ConfigureAwait(false);
            while (true)
            {
                var session = _sessions.Current!;
                var openedAt = _options.Clock.GetTimestamp();
                await Task.WhenAny(session.Ended, session.Leaving).WaitAsync(_stopping.Token).ConfigureAwait(false);
                if (!session.Ended.IsCompleted && await ReplaceAsync(session).ConfigureAwait(false)) continue;
                var cause = await session.Ended.WaitAsync(_stopping.Token).ConfigureAwait(false);

                // A server that greets and closes is no reason to begin anew with short waits.
                if (_options.Clock.GetElapsedTime(openedAt) >= _options.Reconnect.MaxDelay) _attempts = 0;
                Lose(session, cause);
                await ReopenAsync().ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException)
        {
            await EndAsync(new ObjectDisposedException(nameof(IBrokerConnection))).ConfigureAwait(false);
        }
    }

    private void Lose(TSession session, Exception cause)
    {
        _sessions.Close();
        Interlocked.Increment(ref _losses);
        Tell(LinkState.Lost, cause);
        _lost(cause);
        if (cause is BrokerException { IsTransient: false } refusal) Refuse(refusal);
        KeepUntilGone(session.DisposeAsync().AsTask());
    }

    private void KeepUntilGone(Task leaving) => _leaving = _leaving.IsCompletedSuccessfully ? leaving : Task.WhenAll(_leaving, leaving);

    /// <summary>Opens another session while that one still works, and lets it take its place.</summary>
    /// <returns>False if that one ended first, or no further session is wanted.</returns>
    private async Task<bool> ReplaceAsync(TSession session)
    {
        var attempted = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Volatile.Write(ref _reopening, attempted.Task);
        try
        {
            for (var attempt = 0; !session.Ended.IsCompleted; attempt++)
            {
                var delay = Task.Delay(_options.Reconnect.DelayBefore(attempt, Random.Shared.NextDouble()), _options.Clock, _retiring.Token);
                if (await Task.WhenAny(delay, session.Ended).ConfigureAwait(false) == session.Ended) return false;
                await delay.ConfigureAwait(false);
                _options.Servers?.MoveOn();
                if (await TryOpenAsync().ConfigureAwait(false) is not { } next) continue;
                if (session.Ended.IsCompleted)
                {
                    // It did not live until then: what was under way on it is lost, and whoever waits for that is told.
                    Lose(session, await session.Ended.ConfigureAwait(false));
                    _sessions.Open(next);
                    Tell(LinkState.Restored, error: null);
                    return true;
                }

                _sessions.Open(next);
                BrokerEvents.Log.LinkMoved(_options.Broker);
                var drained = DrainReplacedAsync(session, _stopping.Token);
                Volatile.Write(ref _replacing, drained);
                KeepUntilGone(CloseReplacedAsync(session, drained, _stopping.Token));
                return true;
            }
        }
        catch (OperationCanceledException) when (!_stopping.IsCancellationRequested)
        {
            // A listener that ends keeps the session that it has.
        }
        finally
        {
            attempted.TrySetResult();
        }

        return false;
    }

    private async Task<TSession?> TryOpenAsync()
    {
        try
        {
            return await OpenAsync(_stopping.Token).ConfigureAwait(false);
        }
        catch (BrokerException)
        {
            // The session that is there still works.
            return null;
        }
    }

    private async Task DrainReplacedAsync(TSession session, CancellationToken stopping)
    {
        // What servers sent on before they knew of the new session is still on its way to the old one's server.
        await Task.WhenAny(session.Ended, Task.Delay(OverlapTime, _options.Clock, stopping)).ConfigureAwait(false);
        if (Replaced is { } replaced) await replaced(session, stopping).ConfigureAwait(false);
    }

    private async Task CloseReplacedAsync(TSession session, Task drained, CancellationToken stopping)
    {
        await drained.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

        // Whoever asked for the session just before writes to it yet.
        await Task.WhenAny(session.Ended, Task.Delay(WrittenTimeout, _options.Clock, stopping)).ConfigureAwait(false);
        await session.CloseAsync(_options.CloseTimeout).ConfigureAwait(false);
    }

    private async Task ReopenAsync()
    {
        var reopened = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Volatile.Write(ref _reopening, reopened.Task);
        try
        {
            while (!await TryReopenAsync().ConfigureAwait(false))
            {
                // The next attempt comes after a longer wait.
            }
        }
        catch (OperationCanceledException) when (!_stopping.IsCancellationRequested)
        {
            _sessions.Refuse(new LinkLostException(_options.Broker, "it is being closed and not restored"));
            reopened.SetResult();
            await Task.Delay(Timeout.InfiniteTimeSpan, _stopping.Token).ConfigureAwait(false);
        }
        finally
        {
            reopened.TrySetResult();
        }
    }

    private async ValueTask<bool> TryReopenAsync()
    {
        var policy = _options.Reconnect;
        var isRefused = _sessions.IsRefused;
        var wait = isRefused ? policy.DelayWhenRefused(Random.Shared.NextDouble()) : policy.DelayBefore(_attempts++, Random.Shared.NextDouble());
        await Task.Delay(wait, _options.Clock, _retiring.Token).ConfigureAwait(false);
        try
        {
            _sessions.Open(await OpenAsync(_stopping.Token).ConfigureAwait(false));
            Tell(LinkState.Restored, error: null);
            return true;
        }
        catch (BrokerException error)
        {
            if (!error.IsTransient) Refuse(error);
            else Tell(LinkState.Reconnecting, error);
            if (error.IsTransient && isRefused) _sessions.Allow();
            return false;
        }
    }

    private void Tell(LinkState state, Exception? error)
    {
        var change = _reporter.Tell(state, error, _attempts);
        Observers.Tell(_options.Changed, nameof(ServerOptions.LinkChanged), change);
        Observers.Tell(Changed, nameof(ListenOptions.LinkChanged), change);
    }

    // Until the server thinks better of it, calls end with its refusal at once.
    private void Refuse(BrokerException error)
    {
        Tell(LinkState.Refused, error);
        _sessions.Refuse(error);
    }

    private async ValueTask EndAsync(Exception error)
    {
        var session = _sessions.Close();
        _sessions.Refuse(error);
        _lost(error);
        if (session is null) Tell(LinkState.Closed, error: null);
        if (session is not null) KeepUntilGone(session.CloseAsync(_options.CloseTimeout).AsTask());
    }
}
