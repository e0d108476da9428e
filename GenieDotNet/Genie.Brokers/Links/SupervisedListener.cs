using Genie.Brokers.Drivers;

namespace Genie.Brokers.Links;

/// <summary>A listener whose sessions consume by themselves; each that is lost is followed by another.</summary>
/// <typeparam name="TSession">The session that consumes from its opening to its end.</typeparam>
public sealed class SupervisedListener<TSession> : IBrokerResource
    where TSession : class, IListeningSession
{
    private readonly SupervisedLink<TSession> _link;
    private Task _before = Task.CompletedTask;

    /// <summary>Creates a listener that does not listen yet.</summary>
    /// <param name="link">The server, time-outs, waits between attempts.</param>
    /// <param name="options">The caller's, which are checked.</param>
    /// <param name="open">Connects and subscribes; throws typed errors. Its task completes when no handler of the session before runs any more: the next
    /// must not run handlers beside them.</param>
    /// <exception cref="ArgumentOutOfRangeException">Concurrency or prefetch is below 1.</exception>
    public SupervisedListener(LinkOptions link, ListenOptions options, Func<Task, CancellationToken, ValueTask<TSession>> open)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.Concurrency);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.Prefetch);

        // Handlers that run are waited for, and ended by the session's own dispatcher; each ends by its token if the link is lost.
        var closeTimeout = options.EndTimeout == Timeout.InfiniteTimeSpan ? options.EndTimeout : options.EndTimeout + link.CloseTimeout;
        _link = new SupervisedLink<TSession>(link with { CloseTimeout = closeTimeout }, OpenSessionAsync, static _ => { }) { Changed = options.LinkChanged };

        async ValueTask<TSession> OpenSessionAsync(CancellationToken cancellationToken)
        {
            var session = await open(_before, cancellationToken).ConfigureAwait(false);
            _before = session.HandlersEnded;
            return session;
        }
    }

    /// <inheritdoc/>
    public Action<IAsyncDisposable>? Closed { get; set; }

    /// <summary>Subscribes; see <see cref="IBroker.ListenAsync"/>.</summary>
    public ValueTask OpenAsync(CancellationToken cancellationToken) => _link.ConnectAsync(cancellationToken);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _link.DisposeAsync().ConfigureAwait(false);
        Closed?.Invoke(this);
    }
}
