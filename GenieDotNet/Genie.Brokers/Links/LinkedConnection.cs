using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Links;

/// <summary>A connection that sends over one link, which is restored when it is lost.</summary>
/// <typeparam name="TSession">The protocol's session.</typeparam>
/// <inheritdoc cref="MultiplexedConnection(string, ConnectionOptions, TimeProvider)"/>
public abstract class LinkedConnection<TSession>(string broker, ConnectionOptions options) : MultiplexedConnection(broker, options)
    where TSession : class, ILinkSession
{
    /// <summary>The link; a sealed driver's own property, so that a message costs no virtual call.</summary>
    protected abstract SupervisedLink<TSession> Link { get; }

    private readonly UnflushedSends _unflushed = new(broker);

    /// <inheritdoc/>
    public override ValueTask OpenAsync(CancellationToken cancellationToken)
    {
        Link.Replaced = AwaitAnswersAsync;
        return Link.ConnectAsync(cancellationToken);
    }

    /// <inheritdoc/>
    protected override async ValueTask FlushCoreAsync(CancellationToken cancellationToken)
    {
        var session = await SessionAsync(cancellationToken).ConfigureAwait(false);
        await _unflushed.FlushAsync(token => FlushAsync(session, token), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Completes when what was sent over a session has reached the server, as far as the protocol can tell.</summary>
    protected abstract ValueTask FlushAsync(TSession session, CancellationToken cancellationToken);

    /// <summary>Notes a message that nothing confirms: call it when it was handed to the session.</summary>
    protected void NoteUnconfirmed(TSession session) => _unflushed.Add(session.Ended);

    /// <summary>What the link calls when a session has ended.</summary>
    protected void OnLost(Exception cause)
    {
        _unflushed.Lose(cause);
        FailAll(cause);
    }

    /// <summary>The session that is there, or the next one within the time-out of a request; errors as <see cref="SupervisedLink{TSession}.GetAsync"/>.</summary>
    protected ValueTask<TSession> SessionAsync(CancellationToken cancellationToken) => Link.GetAsync(Options.RequestTimeout, cancellationToken);

    // What was asked over a session is answered over it; nothing is awaited for longer.
    private async Task AwaitAnswersAsync(TSession session, CancellationToken cancellationToken) =>
        await Task.WhenAny(session.Ended, Task.Delay(Options.RequestTimeout, cancellationToken)).ConfigureAwait(false);

    /// <inheritdoc/>
    protected override ValueTask DisposeCoreAsync() => Link.DisposeAsync();
}
