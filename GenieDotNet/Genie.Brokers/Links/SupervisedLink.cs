using System.Diagnostics.CodeAnalysis;

namespace Genie.Brokers.Links;

/// <summary>
/// Keeps a session alive: when one ends, the next is opened with growing waits between the attempts, until one succeeds,
/// the link is disposed, or the server gives an answer that no repetition changes (wrong password, untrusted certificate).
/// </summary>
/// <remarks>
/// What was pending when a session ended fails at once: whether it arrived is unknown, and only the caller knows if it may
/// be sent twice. A call that comes while there is no session waits for the next one, within the time the caller gives, and
/// ends with <see cref="LinkLostException"/> if that passes: nothing was sent then.
/// </remarks>
/// <typeparam name="TSession">The protocol's session.</typeparam>
public sealed class SupervisedLink<TSession> : IAsyncDisposable
    where TSession : class, ILinkSession
{
    private readonly LinkOptions _options;
    private readonly Func<CancellationToken, ValueTask<TSession>> _open;
    private readonly Action<Exception> _lost;
    private readonly CancellationTokenSource _stopping = new();
    private TaskCompletionSource<TSession> _current = NewSource();
    private TSession? _session;
    private Task _supervision = Task.CompletedTask;
    private int _disposed;
    private long _losses;

    /// <summary>Creates a link that is not open yet.</summary>
    /// <param name="options">The server, time-outs, waits between attempts.</param>
    /// <param name="open">Connects, exchanges the greeting, renews subscriptions; throws typed errors.</param>
    /// <param name="lost">Called when a session has ended, before the next is opened: fail what is pending.</param>
    public SupervisedLink(LinkOptions options, Func<CancellationToken, ValueTask<TSession>> open, Action<Exception> lost)
    {
        _options = options;
        _open = open;
        _lost = lost;
    }

    /// <summary>Sessions that ended without being asked to.</summary>
    public long Losses => Volatile.Read(ref _losses);

    /// <summary>Opens the first session, once; its failure is the caller's and not retried.</summary>
    public async ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        Set(await OpenAsync(cancellationToken).ConfigureAwait(false));
        _supervision = Task.Run(() => SuperviseAsync(null), CancellationToken.None);
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
            _supervision = Task.Run(() => SuperviseAsync(error), CancellationToken.None);
        }
    }

    /// <summary>The session, if there is one.</summary>
    public bool TryGet([NotNullWhen(true)] out TSession? session) => (session = Volatile.Read(ref _session)) is not null;

    /// <summary>The session, or the next one if it comes within <paramref name="patience"/>.</summary>
    /// <exception cref="LinkLostException">None came in time.</exception>
    /// <exception cref="ObjectDisposedException">The link was disposed.</exception>
    /// <exception cref="BrokerException">The link is given up: the error that no repetition changes.</exception>
    public ValueTask<TSession> GetAsync(TimeSpan patience, CancellationToken cancellationToken) =>
        TryGet(out var session) ? new ValueTask<TSession>(session) : WaitAsync(patience, cancellationToken);

    /// <summary>Sends what is buffered, closes the session and stops reconnecting.</summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) == 0)
        {
            await _stopping.CancelAsync().ConfigureAwait(false);
            await _supervision.ConfigureAwait(false);
            _stopping.Dispose();
        }
        else
        {
            await _supervision.ConfigureAwait(false);
        }
    }

    private static TaskCompletionSource<TSession> NewSource() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private async ValueTask<TSession> WaitAsync(TimeSpan patience, CancellationToken cancellationToken)
    {
        try
        {
            return await Volatile.Read(ref _current).Task.WaitAsync(patience, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            throw new LinkLostException(_options.Broker, $"not restored within {patience.TotalSeconds:0.###} s; nothing was sent");
        }
    }

    private async ValueTask<TSession> OpenAsync(CancellationToken cancellationToken)
    {
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limited.CancelAfter(_options.ConnectTimeout);
        try
        {
            // Blocking calls are no matter for the pool's few threads.
            return _options.OwnReadThread
                ? await Task.Factory.StartNew(() => _open(limited.Token).AsTask(), limited.Token, TaskCreationOptions.LongRunning, TaskScheduler.Default).Unwrap().ConfigureAwait(false)
                : await _open(limited.Token).ConfigureAwait(false);
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

    private async Task SuperviseAsync(Exception? unreachable)
    {
        try
        {
            if (unreachable is not null) Set(await ReopenAsync(unreachable).ConfigureAwait(false));
            while (true)
            {
                var session = _session!;
                var cause = await session.Ended.WaitAsync(_stopping.Token).ConfigureAwait(false);
                Volatile.Write(ref _current, NewSource());
                Volatile.Write(ref _session, null);
                Interlocked.Increment(ref _losses);
                _lost(cause);
                await session.DisposeAsync().ConfigureAwait(false);
                Set(await ReopenAsync(cause).ConfigureAwait(false));
            }
        }
        catch (OperationCanceledException)
        {
            await EndAsync(new ObjectDisposedException(nameof(IBrokerConnection))).ConfigureAwait(false);
        }
        catch (BrokerException error)
        {
            await EndAsync(error).ConfigureAwait(false);
        }
    }

    private async ValueTask<TSession> ReopenAsync(Exception cause)
    {
        if (cause is BrokerException { IsTransient: false }) throw cause;
        for (var attempt = 0; ; attempt++)
        {
            await Task.Delay(_options.Reconnect.DelayBefore(attempt, Random.Shared.NextDouble()), _stopping.Token).ConfigureAwait(false);
            try
            {
                return await OpenAsync(_stopping.Token).ConfigureAwait(false);
            }
            catch (BrokerException error) when (error.IsTransient)
            {
                // The next attempt comes after a longer wait.
            }
        }
    }

    private void Set(TSession session)
    {
        Volatile.Write(ref _session, session);
        _current.TrySetResult(session);
    }

    private async ValueTask EndAsync(Exception error)
    {
        var session = Interlocked.Exchange(ref _session, null);
        var ended = NewSource();
        ended.SetException(error);

        // Nobody may be waiting; an exception that nobody sees is not an accident here.
        _ = ended.Task.Exception;
        Interlocked.Exchange(ref _current, ended).TrySetException(error);
        _lost(error);
        if (session is not null) await session.CloseAsync(_options.CloseTimeout).ConfigureAwait(false);
    }
}
